import { z } from "zod";
import { defineAgent, reading, type Found, type Reader } from "#server/agents/agent.ts";
import { errandEndpoint } from "#server/agents/errand.ts";
import { listPage } from "#server/http/list.ts";
import { clauseStanding } from "../clause/clause.model.ts";
import { contractList } from "../contract/contract.list.ts";
import { contractDetail, contractRow, type ContractDetail } from "../contract/contract.model.ts";
import { dueRow, type DueRow } from "../obligation/obligation.model.ts";
import { contractPaper, paperText, type PaperText } from "../paper/paper.model.ts";
import { besideOf } from "./beside.ts";
import { lackingClauses } from "./clauses.ts";
import { aheadDays, missed, noticeComes, unentered } from "./coming.ts";
import { differing, isContract, ofPaper } from "./differs.ts";
import { paperCases } from "./said.cases.ts";
import { firstOf, readCase } from "./said.evaluation.ts";

const reads = {
  contracts: reading("/api/v1/contracts", listPage(contractRow)),
  contract: reading("/api/v1/contracts/{id}", contractDetail),
  clauses: reading("/api/v1/contracts/{id}/clauses", clauseStanding),
  papers: reading("/api/v1/contracts/{id}/papers", z.object({ items: z.array(contractPaper) })),
  paper: reading("/api/v1/contracts/{id}/papers/{fileId}", paperText),
  obligations: reading("/api/v1/obligations", listPage(dueRow)),
};
type At = Reader<typeof reads>;

const open =
  "requested,drafting,negotiation,legal_review,in_approval,approved,out_for_signature,active,suspended";
/** So many contracts one run looks at, and so many papers of each. */
const mostContracts = 250;
const mostPapers = 3;

const papersOf = async (at: At, id: string): Promise<PaperText[]> => {
  const { items } = (await at.maybe("papers", { params: { id } })) ?? { items: [] };
  const read: PaperText[] = [];
  for (const { fileId } of items.filter(({ kind }) => kind !== "exhibit").slice(0, mostPapers)) {
    const paper = await at.maybe("paper", { params: { id, fileId } });
    if (paper) read.push(paper);
  }
  return read;
};

const ofContract = async (at: At, c: ContractDetail, dues: readonly DueRow[]): Promise<Found[]> => {
  const papers = await papersOf(at, c.id);
  const paper = papers.find((each) => !each.unread && isContract(c, each)) ?? null;
  const standing = await at.maybe("clauses", { params: { id: c.id } });
  const found = [
    ...papers.flatMap((each) => ofPaper(c, each)),
    ...(paper ? [...differing(c, paper), ...unentered(c, paper, dues, at.today)] : []),
    ...(standing ? lackingClauses(c, standing, paper) : []),
    ...noticeComes(c, at.today),
    ...missed(c, dues),
  ];
  return paper ? found.map((one) => ({ ...one, picture: besideOf(c, paper, one) })) : found;
};

const duesOf = async (at: At, contractId: string): Promise<DueRow[]> =>
  (await at.read("obligations", { query: { contractId, limit: 500, count: "none" } })).items;

/** Reads contracts beside their papers: what differs, which clauses are missing, which days come. */
export const contractAgent = defineAgent({
  id: "contract",
  version: 1,
  name: "Contract agent",
  task: "Reads a contract's own PDF beside its record: days, amounts, options and notice that differ, clauses that must stand there and are missing, obligations that nobody entered, and the days that come.",
  how: [
    `It looks at the ${mostContracts} contracts that end first of those that are open: record, clauses, obligations, and up to ${mostPapers} PDFs that are signed or attached. Exhibits and amendments are not read as the contract.`,
    "It reads what one sees in a PDF, sentence by sentence. Text that nobody sees enters no value and is told; one that is locked, damaged, a picture or longer than 50 pages is said to be unread.",
    "It says a value only where a paper says one, and not two. A contract that was amended is compared as it was signed.",
    "Clauses are those that the rules of today ask for: 2 CFR part 200, appendix II, for federal money, and your own. In a paper it looks for the words by which contracts usually name each.",
    `Options and ends are told ${aheadDays} days ahead.`,
    "It proposes to write a draft's field over, to add clauses of your library, to enter an obligation, or a task. What is in force changes by an amendment, and that is yours.",
  ],
  subject: { list: contractList, permission: "contract.read", label: "contracts" },
  reads,
  proposes: [
    "PATCH /api/v1/contracts/{id}",
    "POST /api/v1/contracts/{id}/clauses",
    "POST /api/v1/contracts/{id}/obligations",
    errandEndpoint,
  ],
  find: async (at) => {
    const ids = at.subjectId
      ? [at.subjectId]
      : (
          await at.read("contracts", {
            query: { status: open, sort: "endsOn", limit: mostContracts, count: "none" },
          })
        ).items.map(({ id }) => id);
    const found: Found[] = [];
    for (const [place, id] of ids.entries()) {
      await at.progress(place, ids.length, "contracts");
      const contract = await at.maybe("contract", { params: { id } });
      if (contract) found.push(...(await ofContract(at, contract, await duesOf(at, id))));
    }
    return found;
  },
  evaluation: {
    cases: paperCases,
    answer: readCase,
    baseline: firstOf,
    beside: "the first value of the kind that stands in the text",
  },
});
