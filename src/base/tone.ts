/** Meaning of a colour; themes map it to what the terminal can show. */
export type Tone = 'plain' | 'dim' | 'good' | 'warn' | 'bad' | 'accent' | 'title';
