/** The meaning of a colour; themes map it to the terminal's colours. */
export type Tone = 'plain' | 'dim' | 'good' | 'warn' | 'bad' | 'accent' | 'title';
