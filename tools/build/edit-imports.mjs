import {register} from 'node:module';

/** `node --import` this file: packages are loaded as the bundles have them, edited and stubbed. */
register('./edited-packages.mjs', import.meta.url);
