import type { TemplateInput } from "../template/template.model.ts";
import type { NoticeInput } from "../notice/notice.model.ts";

export const demoTemplates: readonly TemplateInput[] = [
  {
    name: "Certificate of insurance ends",
    kind: "letter",
    noun: "vendor",
    subject: "Your certificate of insurance, {{name}}",
    body: `Dear {{name}},

{{#if insuranceExpiresOn}}
your certificate of insurance that we hold ends on **{{insuranceExpiresOn}}**.
{{else}}
we hold no certificate of insurance of yours.
{{/if}}
Contracts that demand one take no new order without it.

Please send a new certificate:

1. Ask your insurer for an ACORD 25 that names {{agency.name}}.
2. Add it in the vendor portal, under Company, Documents.

{{writer.name}}
{{agency.name}}`,
  },
  {
    name: "Your order is late",
    kind: "mail",
    noun: "purchaseOrder",
    subject: "{{number}} is late",
    body: `Our order {{number}} was promised for {{promisedOn}} and has not arrived in full.

Please answer with the day on which it will be here.

{{writer.name}}, {{agency.name}}`,
  },
  {
    name: "Memo to the file",
    kind: "memo",
    noun: "contract",
    subject: "{{number}}: note to the file",
    body: `Contract {{number}} with {{vendor}} was looked at on {{today}}.

- Status: {{status}}
- Ends: {{endsOn}}`,
  },
];

export const demoTopics = [
  { name: "Water", about: "Shut-offs, boil-water notices, flushing of mains.", active: true },
  { name: "Roads", about: "Closures and detours.", active: true },
  { name: "Public meetings", about: "Sessions of the board and hearings.", active: true },
];

const blank = {
  eventAt: null,
  eventMinutes: null,
  eventPlace: "",
  acknowledgeDays: null,
} as const;

export const boilWater = (topicId: string): NoticeInput => ({
  ...blank,
  subject: "Boil your water before you drink it: Cutter Creek",
  body: `A main broke at Cutter Creek this morning. In the streets between **Orchard Avenue** and **Levee Street**, until we tell you otherwise:

- Bring water to a rolling boil for one minute before you drink it, cook with it or brush your teeth.
- Bathing and washing are safe.

Bottled water is handed out at the fire house on 4th Street from 8 in the morning to 8 in the evening.`,
  audience: { kind: "public", topicIds: [topicId] },
});

export const onCall = (duties: string[]): NoticeInput => ({
  ...blank,
  subject: "Boil-water notice: what to say and what to buy",
  body: `{{name}}, the boil-water notice for Cutter Creek went to everybody who asked for water notices.

- Questions of residents go to the front desk.
- Bottled water is ordered as an emergency order, under the declaration of today.

Please confirm that you read this.`,
  audience: { kind: "staff", departmentIds: [], roles: [], duties },
  acknowledgeDays: 3,
});

export const newAddress: NoticeInput = {
  ...blank,
  subject: "A new address for your invoices from January on",
  body: `From January 4 on, {{agency.name}} takes invoices in the vendor portal only. Paper goes back to you.

Nothing changes in how and when you are paid.`,
  audience: { kind: "vendors", query: "status=active" },
  acknowledgeDays: 14,
};
