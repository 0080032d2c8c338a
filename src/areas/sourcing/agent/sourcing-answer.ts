import { formatDate } from "#kernel/dates.ts";
import type { Change, Proposal, Source } from "#kernel/proposal.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import { certifications } from "#areas/vendors/vendors.public.ts";
import { kinds, outreachSteps, type Kind } from "../solicitation/solicitation.labels.ts";
import type { Candidate } from "./candidate.model.ts";
import type { ShortList } from "./short-list.model.ts";

const miles = (meters: number): string => {
  const n = Math.round(meters / 1609.344);
  return n < 1 ? "less than a mile away" : `about ${counted(n, "mile")} away`;
};

const saidOf = (v: Candidate, today: Day): string =>
  [
    v.codes.length > 0 ? `sells ${v.codes.join(", ")}` : "sells of the same branch",
    [v.city, v.state].filter(Boolean).join(", "),
    v.meters === null ? "" : miles(v.meters),
    v.diversity
      .map((kind) => certifications[kind as keyof typeof certifications] ?? kind)
      .join(", "),
    v.score === null ? "" : `score ${Math.round(v.score)}`,
    v.orders > 0 ? `${counted(v.orders, "order")} in three years` : "no order yet",
    v.insuranceEnds && v.insuranceEnds < today
      ? `insurance ended ${formatDate(v.insuranceEnds)}`
      : "",
  ]
    .filter(Boolean)
    .join(" · ");

const placed = ({ latitude, longitude, accuracy }: Candidate) =>
  latitude === null || longitude === null
    ? {}
    : { place: { latitude, longitude, accuracy: accuracy ?? 0 } };

const vendorSource = (v: Candidate, group: string, says: string, onMap: boolean): Source => ({
  ...{ kind: "record", label: v.name, href: `/vendor-directory/${v.id}`, says, group },
  ...(onMap && placed(v)),
});

/** The vendors of a short list and those left out, as a finding shows them. */
export const vendorSources = (
  { list, out }: ShortList,
  today: Day,
  listed: ReadonlySet<string> = new Set(),
): Source[] => [
  ...list.map((v) =>
    vendorSource(
      v,
      "Short list",
      `${listed.has(v.id) ? "On the list already · " : ""}${saidOf(v, today)}`,
      true,
    ),
  ),
  ...out.slice(0, 25).map(({ vendor, said }) => vendorSource(vendor, "Left out", said, false)),
];

/** What 2 CFR 200.321 asks for, with what of it is not recorded yet. */
export const affirmativeRule = (open: readonly string[]): Source => ({
  kind: "rule",
  label: "Small, minority-owned, women-owned and veteran-owned firms",
  citation: "2 CFR 200.321",
  says:
    open.length === 0
      ? "Every step is recorded."
      : `Not recorded yet: ${open.map((step) => outreachSteps[step as keyof typeof outreachSteps].toLowerCase()).join("; ")}.`,
});

/** Steps of 2 CFR 200.321 that nobody recorded. */
export const openSteps = (done: readonly { step: string }[]): string[] =>
  Object.keys(outreachSteps).filter((step) => !done.some((each) => each.step === step));

/** Puts the vendors of a short list that are not listed yet on a draft's list. */
export const listing = (
  solicitation: { id: string; version: number },
  vendors: readonly Candidate[],
): Proposal => ({
  label: "Put them on the list",
  endpoint: "POST /api/v1/solicitations/{id}/invitations",
  params: { id: solicitation.id },
  body: { vendorIds: vendors.map(({ id }) => id), source: "commodity" },
  record: {
    reading: "solicitation",
    params: { id: solicitation.id },
    version: solicitation.version,
  },
  changes: [
    {
      ...{ label: "Put on the list", path: null, from: "" },
      to: vendors.map(({ name }) => name).join(", "),
    },
  ],
});

export type Item = {
  description: string;
  commodityCode: string | null;
  quantity: string;
  unit: string;
  requisitionLineId: string | null;
};
/** What a draft takes over from the solicitation that asked for the like. */
export type Likest = { kind: Kind; number: string; content: Readonly<Record<string, unknown>> };

type Choice = { value: string; label: string };
/** A draft solicitation of items, with the conditions of the likest one before it. */
export const drafting = (
  title: string,
  items: readonly Item[],
  departmentId: string,
  departments: readonly Choice[],
  likest: Likest | null,
): Proposal => {
  const kind = likest?.kind ?? "rfq";
  const typed = (label: string, path: string, to: string, group?: string): Change => ({
    ...{ label, path, from: "", to, ...(group && { group }) },
  });
  return {
    label: "Draft the solicitation",
    endpoint: "POST /api/v1/solicitations",
    params: {},
    body: { ...likest?.content, kind, title, departmentId, items },
    record: null,
    changes: [
      typed("Title", "title", title),
      {
        ...{ label: "Kind", path: "kind", from: "", to: kinds[kind], value: kind },
        choices: Object.entries(kinds).map(([value, label]) => ({ value, label })),
      },
      {
        ...{ label: "Department", path: "departmentId", from: "", value: departmentId },
        to: departments.find(({ value }) => value === departmentId)?.label ?? "",
        choices: departments,
      },
      ...(likest
        ? [{ label: "Conditions", path: null, from: "", to: `As in ${likest.number}` }]
        : []),
      ...items.flatMap(({ description, quantity, unit }, at) => {
        const group = `Item ${at + 1}: ${description}`;
        return [
          typed("Quantity", `items.${at}.quantity`, quantity, group),
          typed("Unit", `items.${at}.unit`, unit, group),
          typed("Description", `items.${at}.description`, description, group),
        ];
      }),
    ],
  };
};
