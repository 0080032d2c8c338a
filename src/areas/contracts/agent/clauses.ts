import type { z } from "zod";
import { formatCents } from "#kernel/money.ts";
import type { Proposal, Source } from "#kernel/proposal.ts";
import { counted } from "#kernel/words.ts";
import type { Found } from "#server/agents/agent.ts";
import { errand } from "#server/agents/errand.ts";
import type { clauseStanding, RequiredClause } from "../clause/clause.model.ts";
import type { ContractDetail } from "../contract/contract.model.ts";
import type { PaperText } from "../paper/paper.model.ts";
import { clauseIn } from "./clauses.model.ts";
import { hrefOf, ownerOf } from "./differs.ts";

type Standing = z.output<typeof clauseStanding>;
const mostShown = 12;
const named = (clauses: readonly RequiredClause[]) => clauses.map(({ title }) => title).join("; ");

const proposalOf = (
  c: ContractDetail,
  s: Standing,
  missing: readonly RequiredClause[],
): Proposal => {
  const ready = missing.every(({ clauseId }) => clauseId !== null);
  if (!s.canEdit || !ready)
    return errand({
      title: `${c.number}: ${counted(missing.length, "clause")} to add`,
      detail: `${s.canEdit ? "The library has no clause in force for some of it" : "Its terms are not open: an amendment adds them"}. ${named(missing)}`,
      link: hrefOf(c),
      owner: ownerOf(c),
    });
  const params = { id: c.id };
  return {
    label: "Add the clauses",
    endpoint: "POST /api/v1/contracts/{id}/clauses",
    params,
    body: { clauseIds: missing.map(({ clauseId }) => clauseId) },
    record: { reading: "contract", params, version: c.version },
    changes: missing.map(({ title, because }) => ({
      label: title,
      path: null,
      from: "",
      to: `In force in the library; asked for: ${because}`,
    })),
  };
};

const rulesOf = (clauses: readonly RequiredClause[]): Source[] =>
  clauses.slice(0, mostShown).map(({ title, citation, because, verified }) => ({
    kind: "rule",
    label: title,
    citation: verified ? citation : `${citation} (not verified)`,
    says: because,
  }));

const record = (c: ContractDetail): Source => ({
  kind: "record",
  label: c.number,
  href: hrefOf(c),
  says: `${c.title}, ${formatCents(c.ceiling)}${c.federalAward ? `, federal award ${c.federalAward}` : ""}`,
});

/** Clauses that rules of today ask of a contract and that its record does not have. */
const notEntered = (c: ContractDetail, s: Standing, paper: PaperText | null): Found[] => {
  const missing = s.required.filter(({ met }) => !met);
  if (missing.length === 0) return [];
  const there = paper
    ? missing.filter(({ ruleKey }) => clauseIn(ruleKey, paper.lines)).map(({ title }) => title)
    : [];
  return [
    {
      key: `clauses:${c.id}`,
      subject: { id: c.id, number: c.number, href: hrefOf(c) },
      what: `${counted(missing.length, "clause")} that must stand in ${c.number} ${missing.length === 1 ? "is" : "are"} missing: ${named(missing.slice(0, 3))}${missing.length > 3 ? "; and others" : ""}.`,
      why: paper
        ? there.length > 0
          ? `${paper.name} has words of ${there.join(", ")}; the record has not.`
          : `Neither its record nor ${paper.name} has words of them.`
        : "No paper of the contract was read: what is said rests on its record.",
      since: null,
      dueOn: null,
      cents: c.federalAward ? c.ceiling : 0,
      sources: [record(c), ...rulesOf(missing)],
      proposal: proposalOf(c, s, missing),
    },
  ];
};

/** Clauses that the record has and the paper has no words of. */
const notInPaper = (c: ContractDetail, s: Standing, paper: PaperText): Found[] => {
  const gone = s.required.filter(
    ({ met, ruleKey }) => met && clauseIn(ruleKey, paper.lines) === null,
  );
  if (gone.length === 0) return [];
  const what = `${paper.name} of ${c.number} has no words of ${counted(gone.length, "clause")} that the record names: ${named(gone.slice(0, 3))}${gone.length > 3 ? "; and others" : ""}.`;
  return [
    {
      key: `unsaid:${c.id}`,
      subject: { id: c.id, number: c.number, href: hrefOf(c) },
      what,
      why: "What both sides signed is the paper. The agent looks for the words by which contracts usually name each clause: read the paper before you act.",
      since: null,
      dueOn: null,
      cents: c.federalAward ? c.ceiling : 0,
      sources: [record(c), ...rulesOf(gone)],
      proposal: errand({
        title: `${c.number}: look for ${counted(gone.length, "clause")} in ${paper.name}`,
        detail: named(gone),
        link: hrefOf(c),
        owner: ownerOf(c),
      }),
    },
  ];
};

/** What of the clauses that rules ask for is missing, in the record and in the paper beside it. */
export const lackingClauses = (
  c: ContractDetail,
  standing: Standing,
  paper: PaperText | null,
): Found[] => [...notEntered(c, standing, paper), ...(paper ? notInPaper(c, standing, paper) : [])];
