import type { Day } from "#kernel/time.ts";
import { plainDecimal } from "#kernel/quantity.ts";
import { counted } from "#kernel/words.ts";
import { defineAgent, type Found } from "#server/agents/agent.ts";
import { nearestTo, needIn, pastIndexOf } from "#areas/procurement/procurement.server.ts";
import { contentOf } from "../solicitation/copy.service.ts";
import { kinds } from "../solicitation/solicitation.labels.ts";
import { solicitationList } from "../solicitation/solicitation.list.ts";
import { longest, shortListOf } from "./short-list.model.ts";
import { shortListCases } from "./short-list.cases.ts";
import { byName, byNameSaid, shortListAnswer } from "./short-list.evaluation.ts";
import {
  affirmativeRule,
  drafting,
  listing,
  openSteps,
  vendorSources,
  type Item,
  type Likest,
} from "./sourcing-answer.ts";
import { reads, type At, type Solicitation } from "./sourcing-reads.ts";

const codesOf = (items: readonly { commodityCode: string | null }[]): string[] => [
  ...new Set(items.flatMap(({ commodityCode }) => commodityCode || [])),
];

const look = async (at: At, codes: readonly string[], insured: boolean, placeId: string | null) => {
  const query = { codes: codes.join(","), ...(placeId && { placeId }) };
  const { items } = await at.read("candidates", { query });
  return shortListOf(items, at.today, insured);
};

const placeOfDraft = async (at: At, { requisitions }: Solicitation): Promise<string | null> => {
  const [first] = requisitions;
  const read = first && (await at.maybe("requisition", { params: { id: first.id } }));
  return read?.placeId ?? null;
};

const mayBeAsked = (n: number): string =>
  `${counted(n, "vendor")} may be asked that ${n === 1 ? "is" : "are"} not listed`;
const stepsOpen = (n: number): string =>
  `${counted(n, "step")} toward small firms ${n === 1 ? "is" : "are"} open`;

/** What a draft lacks: vendors that sell what it asks for and are not listed, steps that nobody recorded. */
const ofDraft = async (at: At, id: string): Promise<Found | null> => {
  const params = { id };
  const s = await at.maybe("solicitation", { params });
  const codes = codesOf(s?.items ?? []);
  if (!s || s.status !== "draft" || codes.length === 0) return null;
  const found = await look(at, codes, s.insuranceRequired, await placeOfDraft(at, s));
  const listed = new Set(s.invitations.map(({ vendorId }) => vendorId));
  const fresh = found.list.filter((vendor) => !listed.has(vendor.id));
  const steps = s.federal ? openSteps(s.outreach) : [];
  if (fresh.length === 0 && steps.length === 0) return null;
  const certified = fresh.filter(({ diversity }) => diversity.length > 0).length;
  const barred = found.out.filter(({ vendor }) => listed.has(vendor.id));
  const href = `/rfq-builder/${id}`;
  const why = [
    fresh.length > 0
      ? `${counted(fresh.length, "vendor")} of the directory ${fresh.length === 1 ? "sells" : "sell"} what it asks for and ${fresh.length === 1 ? "is" : "are"} not on its list, ${certified} of them certified.`
      : "Every vendor of the directory that sells what it asks for is on its list.",
    ...barred.map(({ vendor, said }) => `${vendor.name} is on the list and should not be: ${said}`),
    ...(found.out.length > 0
      ? [`${counted(found.out.length, "vendor is", "vendors are")} left out, each with its reason.`]
      : []),
    ...(steps.length > 0
      ? [
          `Federal money pays: ${counted(steps.length, "step")} of 2 CFR 200.321 ${steps.length === 1 ? "is" : "are"} not recorded.`,
        ]
      : []),
  ];
  return {
    key: `draft:${id}`,
    subject: { id, number: s.number, href },
    sameness: `${fresh.map((vendor) => vendor.id).join(" ")} ${steps.join(" ")}`,
    what: `${s.title}: ${fresh.length > 0 ? mayBeAsked(fresh.length) : stepsOpen(steps.length)}.`,
    why: why.join("\n"),
    ...{ since: null, dueOn: null, cents: s.estimateCents ?? 0 },
    sources: [
      ...vendorSources(found, at.today, listed),
      ...(s.federal ? [affirmativeRule(steps)] : []),
      { ...{ kind: "record", label: s.number, href }, says: `${kinds[s.kind]}: ${s.title}` },
    ],
    proposal: fresh.length > 0 ? listing({ id, version: s.version }, fresh) : null,
  };
};

type Asked = {
  title: string;
  items: readonly Item[];
  placeId: string | null;
  departmentId: string;
  dueOn: Day | null;
  said: readonly string[];
  sources: Found["sources"];
};

const ofRequisition = async (at: At, number: string): Promise<Asked | null> => {
  const { items } = await at.read("requisitions", { query: { q: number, limit: 5 } });
  const row = items.find((each) => each.number === number);
  const read = row && (await at.maybe("requisition", { params: { id: row.id } }));
  if (!read) return null;
  const approved = read.status === "approved" || read.status === "partly_ordered";
  return {
    ...{ title: read.title, placeId: read.placeId, departmentId: read.departmentId },
    dueOn: read.neededOn,
    said: approved
      ? []
      : [`${read.number} is not approved yet: the draft takes its words and is not tied to it.`],
    items: read.lines.map(({ id, description, commodityCode, openQuantity, unit }) => ({
      ...{
        description,
        commodityCode,
        quantity: plainDecimal(openQuantity),
        unit,
        requisitionLineId: approved ? id : null,
      },
    })),
    sources: [
      {
        ...{ kind: "record", label: read.number, href: `/smart-requisition/${read.id}` },
        says: `What ${read.number} asks for: ${read.title}`,
      },
    ],
  };
};

const lowered = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);

const ofWords = async (at: At, text: string): Promise<Asked | null> => {
  const { items: places } = await at.read("places", {
    query: { offered: true, limit: 500, count: "none" },
  });
  const need = needIn(text.replace(/^\s*who\s+(?:sells|has|can\s+\w+)\s+/i, ""), at.today, places);
  if (need.lines.length === 0) return null;
  const said: string[] = [];
  const items: Item[] = [];
  for (const { description, quantity, unit } of need.lines) {
    const { items: codes } = await at.read("codes", { query: { description } });
    const [code] = codes;
    said.push(
      code
        ? `${description}: ${code.code} ${code.name}, ${code.lines > 0 ? `as ${counted(code.lines, "line")} of yours` : "by the title in the list of codes"}.`
        : `${description}: no code is near, so no vendor is looked for.`,
    );
    items.push({
      ...{ description, commodityCode: code?.code ?? null, quantity: quantity ?? "" },
      ...{ unit: unit ?? "each", requisitionLineId: null },
    });
  }
  const title = need.lines
    .map(({ description }, at) => (at === 0 ? description : lowered(description)))
    .join(", ");
  return {
    ...{ title: title.slice(0, 200), items, placeId: need.placeId, departmentId: "" },
    ...{ dueOn: need.neededOn, said, sources: [] },
  };
};

/** The solicitation whose title says most of what is asked; null where none says more than half of it. */
const likestTo = async (at: At, title: string): Promise<(Likest & { id: string }) | null> => {
  const { items } = await at.read("solicitations", { query: { limit: 500, count: "none" } });
  const index = pastIndexOf(items.map((row) => ({ id: row.id, description: row.title })));
  const [near] = nearestTo(index, title);
  const read = near && (await at.maybe("solicitation", { params: { id: near.id } }));
  if (!read) return null;
  const content: Record<string, unknown> = contentOf(null, read, []);
  delete content.documents;
  delete content.lots;
  return { id: read.id, kind: read.kind, number: read.number, content };
};

const leftOut = (n: number): string =>
  n === 0 ? "nobody is left out" : `${n} ${n === 1 ? "is" : "are"} left out`;

/** Who may be asked for what somebody names, and the draft of a solicitation for it. */
const answerTo = async (at: At, { text, subject }: NonNullable<At["question"]>): Promise<Found> => {
  const number = /\bREQ-\d{4}-\d{5}\b/i.exec(text)?.[0].toUpperCase();
  const asked = number ? await ofRequisition(at, number) : await ofWords(at, text);
  const head = { key: `asked:${subject.id}`, subject, cents: 0, since: null };
  if (!asked)
    return {
      ...{ ...head, dueOn: null, sources: [], proposal: null },
      what: number
        ? `You read no requisition ${number}.`
        : "Nothing in this reads as something to buy.",
      why: "Name a requisition by its number, or what is to be bought: 200 tons of road salt for the salt shed.",
    };
  const found = await look(at, codesOf(asked.items), false, asked.placeId);
  const likest = await likestTo(at, asked.title);
  const { items: departments } = await at.read("departments");
  const choices = departments
    .filter(({ active }) => active)
    .map(({ id, name }) => ({ value: id, label: name }));
  const certified = found.list.filter(({ diversity }) => diversity.length > 0).length;
  return {
    ...{ ...head, dueOn: asked.dueOn },
    what: `${asked.title}: ${counted(found.list.length, "vendor")} may be asked, ${leftOut(found.out.length)}.`,
    why: [
      ...asked.said,
      ...(asked.placeId ? [] : ["No place is named, so distance does not count."]),
      likest
        ? `${likest.number} asked for the like: the draft takes over its criteria, requirements and terms.`
        : "No earlier solicitation says the like: the draft has items alone.",
      `${certified} of the short list ${certified === 1 ? "is" : "are"} certified. Where federal money pays, record each step of 2 CFR 200.321 on the draft.`,
    ].join("\n"),
    sources: [
      ...vendorSources(found, at.today),
      ...asked.sources,
      ...(likest
        ? [
            {
              ...{
                kind: "record" as const,
                label: likest.number,
                href: `/rfq-builder/${likest.id}`,
              },
              says: "The likest solicitation before it",
            },
          ]
        : []),
      {
        ...{ kind: "rule", label: "Sources among small firms", citation: "2 CFR 200.321" },
        says: "Such firms are asked wherever they are possible sources.",
      },
    ],
    proposal: drafting(asked.title, asked.items, asked.departmentId, choices, likest),
  };
};

/** Names who may be asked for something, who not and why, and drafts the solicitation. */
export const sourcingAgent = defineAgent({
  id: "sourcing",
  version: 1,
  name: "Sourcing agent",
  task: "Names who may be asked for what is needed, by code, distance, certificate and scorecard, who is left out and why, and drafts the solicitation like the likest one before it.",
  how: [
    "It looks for vendors that name the commodity codes, or a code of the same branch.",
    "It leaves out whoever is excluded, debarred, suspended, on hold or inactive, may stand on a list of excluded parties, or has no insurance where it is asked for; each with the reason.",
    `First stands who names the code itself, then who is nearer, who delivered better, who is certified; at most ${longest}, and every certified firm that names the code beside them.`,
    "For a draft it proposes to list those who are not listed yet, and says which steps of 2 CFR 200.321 nobody recorded.",
    "Ranking is a help to ask, not a judgement: nobody is left out for the rank.",
  ],
  asks: {
    label: "What is to be bought?",
    placeholder: "200 tons of road salt for the salt shed, or the number of a requisition",
  },
  subject: { list: solicitationList, permission: "solicitation.edit", label: "solicitations" },
  reads,
  proposes: ["POST /api/v1/solicitations/{id}/invitations", "POST /api/v1/solicitations"],
  find: async (at) => {
    if (at.question) return [await answerTo(at, at.question)];
    const { items } = await at.read("solicitations", {
      query: { status: "draft", limit: 200, count: "none" },
    });
    const drafts = items.filter(({ id }) => !at.subjectId || at.subjectId === id);
    const found: Found[] = [];
    for (const [place, { id }] of drafts.entries()) {
      await at.progress(place, drafts.length, "drafts");
      const one = await ofDraft(at, id);
      if (one) found.push(one);
    }
    return found;
  },
  evaluation: {
    cases: shortListCases,
    answer: shortListAnswer,
    baseline: byName,
    beside: byNameSaid,
  },
});
