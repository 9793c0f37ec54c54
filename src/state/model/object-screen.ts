import type {Params} from './call.ts';
import type {TabOf} from './tabs.ts';

/** The screen of one object: its tabs are lists, matrices and descriptions. */
export interface ObjectScreen {
  readonly id: string;
  readonly title: string;
  /** Other names in the palette. @default none */
  readonly aliases?: readonly string[];
  /** Parameters it needs, in the order the palette takes them; the first one names the object. */
  readonly needs: readonly string[];
  readonly about: string;
  /** It is one tab of another screen, looked at first; its object is found by name in that list. */
  readonly at?: {readonly screen: string; readonly tab: string; readonly list: string};
  /** It is reached through its lists alone: nobody goes to it by name. @default false */
  readonly unlisted?: true;
  /** What the breadcrumb says when what led here gave no name. @default the first parameter */
  readonly crumb?: (params: Params) => string;
  readonly tabs: (params: Params) => readonly TabOf[];
}
