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
export const sketches: readonly ProjectSketch[] = [
  {
    key: 'HPAY',
    name: 'Harbour Payments',
    type: 'software',
    description: 'Cards, transfers and the nightly settlement.',
    state: 'public',
  },
  {
    key: 'LMA',
    name: 'Lantern Mobile App',
    type: 'software',
    style: 'next-gen',
    description: 'The app for phones and tablets.',
  },
  {
    key: 'MERID',
    name: 'Meridian Data Platform',
    type: 'software',
    description: 'Pipelines, the catalogue and what reports stand on.',
  },
  {
    key: 'ITSD',
    name: 'IT Service Desk',
    type: 'service_desk',
    description: 'Help with everything.',
  },
  {
    key: 'PEOPLE',
    name: 'People Operations',
    type: 'service_desk',
    description: 'Hiring, moving, leaving.',
    state: 'private',
  },
  {
    key: 'PORTAL',
    name: 'お客様ポータル刷新',
    type: 'software',
    description: '顧客向けポータルの再構築プロジェクト。',
  },
  {
    key: 'RENO',
    name: 'Re\u0301novation du sie\u0300ge',
    type: 'business',
    style: 'next-gen',
    description: 'Walls, desks, and where to put the plants.',
  },
  {key: 'MINA', name: 'مشروع الميناء الجديد', type: 'business', description: 'تتبع أعمال الميناء'},
  {
    key: 'BRAND',
    name: 'Brand Refresh',
    type: 'business',
    description: 'New colours, old logo.',
    state: 'archived',
  },
  {
    key: 'OLDBILL',
    name: 'Legacy Billing',
    type: 'software',
    description: 'Kept for the auditors.',
    state: 'archived',
  },
  {
    key: 'ROBUST',
    name: 'Robust <script>alert("x")</script> & \u001b[2J\u001b[31mred\u001b[0m\u0007 names',
    type: 'software',
    description: 'A name that attacks careless terminals and pages.',
  },
  {
    key: 'WAREHSE',
    name: 'Warehouse Robots 🤖 Pilot',
    type: 'software',
    style: 'next-gen',
    description: 'Twelve robots and a very flat floor.',
  },
];

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
  service_desk:
    'Service Desk,Help Centre,Facilities,Field Service,Customer Care,Legal Requests,Access Requests,Travel Desk,Payroll Help,Device Pool'.split(
      ',',
    ),
  business:
    'Brand Launch,Office Move,Hiring Plan,Audit,Budget,Events,Training,Vendor Review,Board Papers,Content Calendar,Market Study,Open Days'.split(
      ',',
    ),
};

export const componentNames: readonly string[] =
  'API,Back end,Front end,Build,Documentation,Infrastructure,Localisation,Migration,Onboarding,Payments,Performance,Security,Search,Settings,Sync,Telemetry,iOS,Android,Webhooks,印刷'.split(
    ',',
  );

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
