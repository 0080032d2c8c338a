import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Proposal, Source } from "#kernel/proposal.ts";
import type { Day } from "#kernel/time.ts";
import { counted } from "#kernel/words.ts";
import type { Found } from "#server/agents/agent.ts";
import { errand, errandEndpoint } from "#server/agents/errand.ts";
import { eligibleInWords } from "../opportunity/opportunity.labels.ts";
import type {
  ApplicantRecord,
  ApplicationRecord,
  Section,
} from "../application/application.model.ts";
import type { OpportunityRecord } from "../opportunity/opportunity.model.ts";
import { missingPapers, missingParts } from "./asked.model.ts";
import { otherwise, type Known } from "./narrative.model.ts";

/** One application with what stands beside it. */
export type Beside = {
  application: ApplicationRecord;
  opportunity: OpportunityRecord | null;
  applicant: ApplicantRecord | null;
  files: readonly { name: string; label: string }[];
  today: Day;
};

const headEndpoint = "PATCH /api/v1/grant-applications/{id}";
const sectionEndpoint = "POST /api/v1/grant-applications/{id}/sections";
export const proposed = [headEndpoint, sectionEndpoint, errandEndpoint] as const;

const hrefOf = ({ id }: Pick<ApplicationRecord, "id">) => `/grant-applications/${id}`;
const sourceOf = (a: ApplicationRecord, says: string): Source => ({
  kind: "record",
  label: a.number,
  href: hrefOf(a),
  says,
});
const announced = (o: OpportunityRecord, says: string): Source => ({
  kind: "record",
  label: o.number,
  href: `/grant-opportunities/${o.id}`,
  says,
});
const ownerOf = ({ ownerId, ownerName }: { ownerId: string | null; ownerName: string | null }) =>
  ownerId && ownerName ? { id: ownerId, name: ownerName } : null;
const base = (a: ApplicationRecord) => ({
  subject: { id: a.id, number: a.number, href: hrefOf(a) },
  since: null,
  dueOn: a.dueOn,
  cents: a.federalCents,
});

type Head = {
  field: "dueOn" | "aln" | "opportunityNumber";
  label: string;
  from: string;
  to: string;
};

const headProposal = (a: ApplicationRecord, { field, label, from, to }: Head): Proposal => {
  if (!a.mayEdit)
    return errand({
      title: `${a.number}: ${label.toLowerCase()} of the announcement`,
      detail: `The announcement says ${to}, the application ${from || "nothing"}.`,
      link: hrefOf(a),
      owner: ownerOf(a),
    });
  const params = { id: a.id };
  return {
    label: "Take it from the announcement",
    endpoint: headEndpoint,
    params,
    body: { [field]: to },
    record: { reading: "application", params, version: a.version },
    changes: [{ label, path: field, from, to }],
  };
};

/** Where the head of an application says otherwise than its announcement. */
export const ofHead = ({ application: a, opportunity: o }: Beside): Found[] => {
  if (!o) return [];
  const heads: (Head | null)[] = [
    o.closesOn && o.closesOn !== a.dueOn
      ? { field: "dueOn", label: "Due on", from: a.dueOn ?? "", to: o.closesOn }
      : null,
    o.alns.length === 1 && o.alns[0] !== a.aln
      ? { field: "aln", label: "Assistance listing", from: a.aln, to: o.alns[0]! }
      : null,
    o.number.toUpperCase() !== a.opportunityNumber.toUpperCase()
      ? {
          field: "opportunityNumber",
          label: "Opportunity",
          from: a.opportunityNumber,
          to: o.number,
        }
      : null,
  ];
  return heads.flatMap((head): Found[] =>
    head
      ? [
          {
            ...base(a),
            key: `head:${a.id}:${head.field}`,
            what: `${head.label} of ${a.number} is ${head.from || "not entered"}; the announcement says ${head.to}.`,
            why: "The portal goes by the announcement: what differs is refused, or comes too late.",
            dueOn: o.closesOn ?? a.dueOn,
            sources: [
              announced(o, `${head.label}: ${head.to}`),
              sourceOf(a, head.from || "Not entered"),
            ],
            proposal: headProposal(a, head),
          },
        ]
      : [],
  );
};

type Said = { key: string; what: string; why: string; source: Source };
const told = (a: ApplicationRecord, { key, what, why, source }: Said): Found => ({
  ...base(a),
  key: `${key}:${a.id}`,
  ...{ what, why, sources: [source, sourceOf(a, a.title)] },
  proposal: errand({ title: what, detail: why, link: hrefOf(a), owner: ownerOf(a) }),
});

/** Whether the agency may apply at all, for so much, and with the match that is asked for. */
export const ofEligibility = ({ application: a, opportunity: o, applicant }: Beside): Found[] => {
  const lapses = applicant && a.dueOn && applicant.samUntil < a.dueOn;
  const said: (Said | null)[] = [
    lapses
      ? {
          key: "sam",
          what: `The registration in SAM.gov ends on ${formatDate(applicant.samUntil as Day)}, before ${a.number} is due.`,
          why: "An applicant without a registration in force is not paid, and the portal refuses it. Renewing takes weeks.",
          source: {
            kind: "rule",
            label: "SAM.gov registration",
            citation: "2 CFR 25.200",
            says: "An applicant keeps its registration until the award ends.",
          },
        }
      : null,
    o?.eligible === false
      ? {
          key: "eligible",
          what: `The announcement of ${a.number} does not name agencies such as yours among who may apply.`,
          why: "Ask the grantor before anybody writes further.",
          source: announced(o, `Who may apply: ${eligibleInWords(o.eligibility)}`),
        }
      : null,
    o && o.ceilingCents !== null && a.federalCents > o.ceilingCents
      ? {
          key: "ceiling",
          what: `${a.number} asks for ${formatCents(a.federalCents)}; the announcement gives at most ${formatCents(o.ceilingCents)}.`,
          why: "What is above the ceiling is no eligible application.",
          source: announced(o, `Award ceiling ${formatCents(o.ceilingCents)}`),
        }
      : null,
    o && o.floorCents !== null && a.federalCents > 0 && a.federalCents < o.floorCents
      ? {
          key: "floor",
          what: `${a.number} asks for ${formatCents(a.federalCents)}; the announcement gives at least ${formatCents(o.floorCents)}.`,
          why: "What is below the floor is no eligible application.",
          source: announced(o, `Award floor ${formatCents(o.floorCents)}`),
        }
      : null,
    o?.costSharing && a.matchCents === 0
      ? {
          key: "match",
          what: `The announcement of ${a.number} asks for a match, and its budget has none.`,
          why: o.matchSource
            ? `It was decided to apply with money of: ${o.matchSource}.`
            : "Nobody has said yet where it comes from.",
          source: announced(o, "Match required"),
        }
      : null,
  ];
  return said.flatMap((one) => (one ? [told(a, one)] : []));
};

/** Papers that announcement or sections ask for, and that no attached file shows. */
export const ofPapers = ({ application: a, opportunity: o, files }: Beside): Found[] => {
  const missing = missingPapers(
    [o?.summary ?? "", ...a.sections.map(({ asks }) => asks)],
    files.map(({ name, label }) => `${name} ${label}`),
  );
  if (missing.length === 0) return [];
  const names = missing.map(({ name }) => name.toLowerCase()).join(", ");
  return [
    {
      ...base(a),
      key: `papers:${a.id}`,
      sameness: names,
      what: `${a.number} lacks ${counted(missing.length, "paper")} that are asked for: ${names}.`.replace(
        "paper that are",
        "paper that is",
      ),
      why:
        files.length === 0
          ? "No file is attached to it yet."
          : `${counted(files.length, "file is", "files are")} attached, none of them by name or label what is asked for. A file that is it under another name: label it.`,
      sources: missing.map(({ name, sentence }) =>
        o ? { ...announced(o, sentence), label: name } : { ...sourceOf(a, sentence), label: name },
      ),
      proposal: errand({
        title: `${a.number}: attach ${names}`,
        detail: missing.map(({ name, sentence }) => `${name}: “${sentence}”`).join(" "),
        link: hrefOf(a),
        owner: ownerOf(a),
      }),
    },
  ];
};

const knownOf = ({ application: a, opportunity: o, applicant }: Beside): Known => ({
  figures: a.figures,
  startsOn: a.startsOn,
  endsOn: a.endsOn,
  aln: a.aln,
  uei: applicant?.uei ?? "",
  announced: [o?.floorCents, o?.ceilingCents, o?.totalCents].filter(
    (each) => typeof each === "number",
  ),
});

/** Figures, days and codes that a section names otherwise than budget and records. */
export const ofNarrative = (beside: Beside): Found[] => {
  const a = beside.application;
  const known = knownOf(beside);
  return a.sections.flatMap((section) =>
    otherwise(section.text, known).map((one) => {
      const what = `${section.title} of ${a.number} says ${one.said}; ${one.of.toLowerCase()} ${one.cents > 0 ? "by the budget" : "by the records"} is ${one.is}.`;
      const figure = a.figures.find(({ label }) => label === one.of);
      return {
        ...base(a),
        key: `says:${section.id}:${one.of}:${one.said}`,
        what,
        why: `“${one.sentence.slice(0, 300)}”`,
        cents: one.cents,
        sources: [sourceOf(a, `${one.of}: ${one.is}`)],
        proposal: errand({
          title: what,
          detail: figure
            ? `Write {budget.${figure.key}} in place of ${one.said}: it follows the budget. The sentence: ${one.sentence}`
            : `Write ${one.is} in place of ${one.said}. The sentence: ${one.sentence}`,
          link: hrefOf(a),
          owner: ownerOf(section) ?? ownerOf(a),
        }),
      };
    }),
  );
};

/** Parts that the announcement asks for and that are no section yet. */
export const ofParts = ({ application: a, opportunity: o }: Beside): Found[] => {
  if (!o) return [];
  const titles = a.sections.map(({ title, asks }) => `${title} ${asks}`);
  return missingParts(o.summary, titles).map(({ title, asks, mostWords }) => ({
    ...base(a),
    key: `part:${a.id}:${title}`,
    what: `${a.number} has no section for the ${title.toLowerCase()} that the announcement asks for.`,
    why: `“${asks}”`,
    sources: [announced(o, asks)],
    proposal: a.mayEdit
      ? {
          label: "Add the section",
          endpoint: sectionEndpoint,
          params: { id: a.id },
          body: { title, asks, mostWords, ownerId: a.ownerId, dueOn: a.dueOn },
          record: { reading: "application", params: { id: a.id }, version: a.version },
          changes: [
            { label: "Section", path: "title", from: "", to: title },
            { label: "What it asks", path: "asks", from: "", to: asks },
            ...(mostWords
              ? [{ label: "Words at most", path: null, from: "", to: String(mostWords) }]
              : []),
          ],
        }
      : errand({
          title: `${a.number}: the announcement asks for a ${title.toLowerCase()}`,
          detail: asks,
          link: hrefOf(a),
          owner: ownerOf(a),
        }),
  }));
};

const figuresFor = (section: Section, a: ApplicationRecord): string => {
  const wants = /budget|cost/i.test(section.title)
    ? a.figures
    : a.figures.filter(({ key }) => ["federal", "match"].includes(key));
  return wants
    .slice(0, 12)
    .map(({ key, label, cents }) => `${label} ${formatCents(cents)} as {budget.${key}}`)
    .join("; ");
};

/** What each section that is not written yet has to answer: an outline, and no prose. */
export const ofOutline = ({ application: a }: Beside): Found[] => {
  const empty = a.sections.filter(({ required, words }) => required && words === 0);
  if (empty.length === 0) return [];
  const names = empty.map(({ title }) => title).join(", ");
  const [first] = empty.toSorted((x, y) => (x.dueOn ?? "9999").localeCompare(y.dueOn ?? "9999"));
  return [
    {
      ...base(a),
      key: `outline:${a.id}`,
      sameness: names,
      what: `${counted(empty.length, "section")} of ${a.number} ${empty.length === 1 ? "is" : "are"} not written: ${names}.`,
      why: "Below stands what each has to answer, how long it may be, and which figures of the budget belong into it. The agent writes no prose.",
      dueOn: first!.dueOn ?? a.dueOn,
      sources: empty.map((section) => ({
        kind: "record" as const,
        label: section.title,
        href: hrefOf(a),
        says: [
          section.asks || "The announcement's text says what it asks.",
          section.mostWords ? `At most ${counted(section.mostWords, "word")}.` : "",
          figuresFor(section, a) && `Figures: ${figuresFor(section, a)}.`,
        ]
          .filter(Boolean)
          .join(" "),
      })),
      proposal: errand({
        title: `${a.number}: write ${first!.title}`,
        detail: `${first!.asks} ${figuresFor(first!, a)}`,
        link: hrefOf(a),
        owner: ownerOf(first!) ?? ownerOf(a),
      }),
    },
  ];
};

const mostStops = 12;
/** Everything that stops the application, as one list to its deadline. */
export const ofChecklist = ({ application: a, today }: Beside): Found[] => {
  const stops = a.findings.filter((one) => one.stops);
  if (stops.length === 0) return [];
  const late = a.dueOn !== null && a.dueOn < today;
  const parts = [...new Set(stops.map(({ part }) => part))].map(
    (part) => `${stops.filter((one) => one.part === part).length} in ${part}`,
  );
  return [
    {
      ...base(a),
      key: `checklist:${a.id}`,
      sameness: stops.map(({ part, path }) => part + path).join(),
      what: `${counted(stops.length, "thing")} ${stops.length === 1 ? "stops" : "stop"} ${a.number}: ${parts.join(", ")}.`,
      why: a.dueOn
        ? `It ${late ? "was" : "is"} due on ${formatDate(a.dueOn)}. The same checks stand on its page, and each must be answered before it is sent.`
        : "No day is entered by which it is due.",
      sources: stops.slice(0, mostStops).map((one) => ({
        kind: "rule" as const,
        label: one.place || one.part,
        citation: one.source,
        says: one.message,
      })),
      proposal: errand({
        title: `${a.number}: ${counted(stops.length, "thing")} to put right`,
        detail: stops
          .slice(0, mostStops)
          .map(({ part, message }) => `${part}: ${message}`)
          .join(" "),
        link: hrefOf(a),
        owner: ownerOf(a),
      }),
    },
  ];
};
