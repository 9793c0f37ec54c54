/** A rule between inputs; checked before anything is sent unless `soft`, which is only help. */
export type InputRule =
  | {readonly kind: 'exactlyOne'; readonly inputs: readonly string[]; readonly soft?: true}
  | {readonly kind: 'atLeastOne'; readonly inputs: readonly string[]; readonly soft?: true}
  | {readonly kind: 'notTogether'; readonly inputs: readonly string[]; readonly soft?: true}
  | {
      readonly kind: 'needs';
      readonly input: string;
      /** Every one of these must be given with `input`. */
      readonly inputs: readonly string[];
      readonly soft?: true;
    }
  | {
      readonly kind: 'needsOne';
      readonly input: string;
      /** At least one of these must be given with `input`. */
      readonly inputs: readonly string[];
      readonly soft?: true;
    };
