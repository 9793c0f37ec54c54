import fc from 'fast-check';

// Property tests draw the same values in each run, so that no gate depends on chance;
// `STEWARD_SEED=N` draws others.
fc.configureGlobal({seed: Number(process.env.STEWARD_SEED ?? 1)});
