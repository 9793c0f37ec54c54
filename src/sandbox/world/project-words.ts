import {items, table} from './table.ts';
/** How a project made by hand looks; the first projects of every world, so that a small one has all kinds. */
export interface ProjectSketch {
  readonly key: string;
  readonly name: string;
  readonly type: 'software' | 'service_desk' | 'business';
  readonly style?: 'next-gen';
  readonly description: string;
  readonly state?: 'archived' | 'deleted' | 'private' | 'public';
}

/** Twelve projects with wide letters, letters from right to left, combining marks and one hostile name. */
export const sketches: readonly ProjectSketch[] = table(
  ['key', 'name', 'type', 'style', 'state', 'description'],
  `
  HPAY | Harbour Payments | software |  | public | Cards, transfers and the nightly settlement.
  LMA | Lantern Mobile App | software | next-gen |  | The app for phones and tablets.
  MERID | Meridian Data Platform | software |  |  | Pipelines, the catalogue and what reports stand on.
  ITSD | IT Service Desk | service_desk |  |  | Help with everything.
  PEOPLE | People Operations | service_desk |  | private | Hiring, moving, leaving.
  PORTAL | お客様ポータル刷新 | software |  |  | 顧客向けポータルの再構築プロジェクト。
  RENO | Re\u0301novation du sie\u0300ge | business | next-gen |  | Walls, desks, and where to put the plants.
  MINA | مشروع الميناء الجديد | business |  |  | تتبع أعمال الميناء
  BRAND | Brand Refresh | business |  | archived | New colours, old logo.
  OLDBILL | Legacy Billing | software |  | archived | Kept for the auditors.
  ROBUST | Robust <script>alert("x")</script> & \u001b[2J\u001b[31mred\u001b[0m\u0007 names | software |  |  | A name that attacks careless terminals and pages.
  WAREHSE | Warehouse Robots 🤖 Pilot | software | next-gen |  | Twelve robots and a very flat floor.
  `,
) as readonly ProjectSketch[];

export const projectThings: readonly string[] =
  'Harbour Lantern Meridian Orchard Granite Willow Copper Juniper Falcon Summit Delta Quartz Maple Beacon Cinder Drift Ember Fjord Garnet Hollow Indigo Jasper Kestrel Linden Mosaic Nimbus Opal Prairie Quarry Ridge Saffron Thistle Umber Velvet Wicker Yarrow Zephyr Anchor Bramble Cobalt Dune Estuary'.split(
    ' ',
  );

/** What the projects are about, by their type. */
export const projectSubjects: Readonly<Record<ProjectSketch['type'], readonly string[]>> = {
  software:
    'Checkout,Mobile App,Data Platform,Search,Identity,Billing Engine,Design System,Partner API,Notifications,Reporting,Offline Sync,Developer Portal,Observability,Feature Flags,Message Bus,Pricing Service,Inventory,Routing,Catalogue,Fraud Checks,Map Tiles,Import Tools,Web Shop,Test Farm'.split(
      ',',
    ),
  service_desk: items(`
    Service Desk, Help Centre, Facilities, Field Service, Customer Care, Legal Requests,
    Access Requests, Travel Desk, Payroll Help, Device Pool
  `),
  business: items(`
    Brand Launch, Office Move, Hiring Plan, Audit, Budget, Events, Training, Vendor Review,
    Board Papers, Content Calendar, Market Study, Open Days
  `),
};

export const componentNames: readonly string[] = items(`
  API, Back end, Front end, Build, Documentation, Infrastructure, Localisation, Migration,
  Onboarding, Payments, Performance, Security, Search, Settings, Sync, Telemetry, iOS, Android,
  Webhooks, 印刷
`);

export const purposes: readonly string[] = [
  'Keeps the lights on and the queues short.',
  'Everything customers see before they sign in.',
  'Started as a prototype, now a pillar.',
  'Run by two teams in three time zones.',
  'Closing down at the end of the year.',
  'Pilot with four partners.',
  '',
  'See the team page for who to ask.',
];
