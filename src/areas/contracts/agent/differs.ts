import { formatDate } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Proposal, Source } from "#kernel/proposal.ts";
import type { Day } from "#kernel/time.ts";
import type { Found } from "#server/agents/agent.ts";
import { errand } from "#server/agents/errand.ts";
import type { ContractDetail } from "../contract/contract.model.ts";
import type { PaperText } from "../paper/paper.model.ts";
import type { Passage } from "./prose.model.ts";
import { readFields, saidIn, type ReadField, type Said } from "./said.model.ts";

export const names: Readonly<Record<ReadField, string>> = {
  startsOn: "First day",
  endsOn: "Last day",
  ceiling: "Ceiling",
  optionCount: "Options",
  optionMonths: "Months of an option",
  optionNoticeDays: "Notice for an option in days",
  optionNoticeMonths: "Notice for an option in months",
  retainagePercent: "Retainage in percent",
};

/** What the record held when it was signed: amendments changed it since, and no old paper is wrong for that. */
export const asSigned = (c: ContractDetail, field: ReadField): string => {
  if (field === "ceiling") return String(c.originalCeiling ?? c.ceiling);
  if (field === "endsOn") return c.originalEndsOn ?? c.endsOn;
  if (field === "retainagePercent") return String(Number(c.retainagePercent));
  return String(c[field]);
};

export const shown = (field: ReadField, value: string): string => {
  if (field === "ceiling") return formatCents(Number(value));
  if (field === "startsOn" || field === "endsOn") return formatDate(value as Day);
  return value;
};

/** A value as the body of a change takes it. */
const asBody = (field: ReadField, value: string): string | number =>
  field === "startsOn" || field === "endsOn" || field === "retainagePercent"
    ? value
    : Number(value);

export const hrefOf = ({ id }: Pick<ContractDetail, "id">) => `/contracts/${id}`;
/** Where something stands in a paper. */
export const passage = (c: ContractDetail, paper: PaperText, at: Passage): Source => ({
  kind: "passage",
  label: paper.name,
  href: hrefOf(c),
  page: at.page,
  says: at.text.length <= 320 ? at.text : `${at.text.slice(0, 319)}…`,
});
export const ownerOf = ({ ownerId, owner }: ContractDetail) =>
  ownerId && owner ? { id: ownerId, name: owner } : null;

const proposalOf = (
  c: ContractDetail,
  field: ReadField,
  said: Said,
  paper: PaperText,
): Proposal => {
  const [from, to] = [shown(field, asSigned(c, field)), shown(field, said.value)];
  if (!c.canEdit)
    return errand({
      title: `${c.number}: say which holds, ${names[field].toLowerCase()} ${from} or ${to}`,
      detail: `${paper.name}, page ${said.at.page}, says ${to}; the record was entered with ${from}. The terms of a contract in force change by an amendment only.`,
      link: hrefOf(c),
      owner: ownerOf(c),
    });
  const params = { id: c.id };
  return {
    label: "Take it from the paper",
    endpoint: "PATCH /api/v1/contracts/{id}",
    params,
    body: { [field]: asBody(field, said.value) },
    record: { reading: "contract", params, version: c.version },
    changes: [{ label: names[field], path: field === "ceiling" ? null : field, from, to }],
  };
};

// What costs money if the record is followed where the paper holds.
const atStake = (c: ContractDetail, field: ReadField, said: Said): number =>
  field === "ceiling" ? Math.abs(Number(said.value) - Number(asSigned(c, field))) : 0;

/** Where a paper says another value than the record: one finding a field. */
export const differing = (c: ContractDetail, paper: PaperText): Found[] => {
  const said = saidIn(paper.lines);
  return readFields.flatMap((field): Found[] => {
    const one = said[field];
    const own = asSigned(c, field);
    // A paper that counts the notice in days is not asked for months, and the other way round.
    const unasked = c.optionCount === 0 && field.startsWith("optionNotice");
    if (!one || one.value === own || unasked) return [];
    const [from, to] = [shown(field, own), shown(field, one.value)];
    return [
      {
        key: `differs:${c.id}:${field}`,
        subject: { id: c.id, number: c.number, href: hrefOf(c) },
        what: `${names[field]} of ${c.number}: its paper says ${to}, the record ${from}.`,
        why: `${paper.name} was read as one sees it. One of the two is wrong: orders, notices and payments follow the record, the vendor follows the paper.`,
        since: null,
        dueOn: null,
        cents: atStake(c, field, one),
        sources: [
          passage(c, paper, one.at),
          { kind: "record", label: c.number, href: hrefOf(c), says: `${names[field]}: ${from}` },
        ],
        proposal: proposalOf(c, field, one, paper),
      },
    ];
  });
};

/** Whether a paper is the contract itself: signed as such, or it names the contract or two of its terms. */
export const isContract = (c: ContractDetail, paper: PaperText): boolean => {
  const head = paper.lines
    .slice(0, 8)
    .map(({ text }) => text)
    .join(" ");
  if (/\b(amendment|change order|addendum)\b/i.test(head) || paper.kind === "exhibit") return false;
  if (paper.kind === "signed") return true;
  const text = paper.lines.map((line) => line.text).join(" ");
  const said = saidIn(paper.lines);
  const terms = [said.startsOn, said.endsOn, said.ceiling].filter((one) => one !== null);
  return text.includes(c.number) || (text.includes(c.vendor) && terms.length >= 2);
};

/** What nobody sees in a paper, and what cannot be read: told, and entering no value. */
export const ofPaper = (c: ContractDetail, paper: PaperText): Found[] => {
  const said = (key: string, what: string, why: string, sources: Source[]): Found => ({
    key: `${key}:${c.id}:${paper.fileId}`,
    subject: { id: c.id, number: c.number, href: hrefOf(c) },
    ...{ what, why, since: null, dueOn: null, cents: 0, sources },
    proposal: errand({
      title: `${c.number}: ask for ${paper.name} anew`,
      detail: `${what} ${why}`,
      link: hrefOf(c),
      owner: ownerOf(c),
    }),
  });
  const record: Source = {
    kind: "record",
    label: c.number,
    href: hrefOf(c),
    says: `${paper.kind === "signed" ? "Signed" : "Attached"}: ${paper.name}`,
  };
  if (paper.unread)
    return paper.kind === "exhibit"
      ? []
      : [said("unread", `${paper.name} of ${c.number} is not read.`, paper.unread, [record])];
  const [first] = paper.unseen;
  if (!first) return [];
  return [
    said(
      "hidden",
      `${paper.name} of ${c.number} holds text that nobody sees.`,
      "None of it enters a value. Ask whoever wrote the paper why it is there.",
      [record, passage(c, paper, { page: first.page, text: first.text })],
    ),
  ];
};
