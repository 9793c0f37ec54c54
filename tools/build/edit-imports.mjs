import {register} from 'node:module';

/** `node --import` this file to load packages as in the bundles: edited and stubbed. */
register('./edited-packages.mjs', import.meta.url);
