import { formatDate } from "#kernel/dates.ts";
import { z } from "zod";
import { counted } from "#kernel/words.ts";
import { endpoint, type Endpoint } from "#server/http/endpoint.ts";
import {
  boardAnswerOf,
  boardOf,
  type Stage,
  type Suggestion,
} from "#areas/procurement/procurement.server.ts";
import { contractStatuses, type ContractStatus } from "./contract.labels.ts";
import { contractList } from "./contract.list.ts";

const columns = {
  writing: "Being written",
  deciding: "Review and approval",
  signing: "Signature",
  force: "In force",
  ending: "Closeout",
} as const;
type Column = keyof typeof columns;

/** Days after which the board suggests the next step. */
const signWithinDays = 14;
const renewBeforeDays = 120;
const day = 86_400_000;

const askForSignature: Suggestion = {
  permission: "contract.sign",
  applies: (card) =>
    card.ageDays > signWithinDays
      ? {
          label: "Ask for the signature",
          rule: `Out for signature for ${counted(card.ageDays, "day")}; it should come back within ${signWithinDays}.`,
          href: card.href,
        }
      : null,
};
const decideOnEnd: Suggestion = {
  permission: "contract.edit",
  applies: (card, today) => {
    if (!card.deadline) return null;
    const left = Math.round((Date.parse(card.deadline) - Date.parse(today)) / day);
    return left <= renewBeforeDays
      ? {
          label: "Decide how it goes on",
          rule: `Ends on ${formatDate(card.deadline)}, in ${counted(Math.max(0, left), "day")}: exercise an option, or ask for offers anew.`,
          href: card.href,
        }
      : null;
  },
};

const stage = (status: ContractStatus, column: Column, suggestion?: Suggestion): Stage<Column> => ({
  id: status,
  column,
  label: contractStatuses[status].label,
  list: contractList,
  page: "/contracts",
  query: () => ({ status }),
  card: {
    title: "c.title",
    sub: "v.name",
    owner: "who.display_name",
    amount: "c.ceiling",
    href: (id) => `/contracts/${id}`,
    emergency: "false",
    since: "c.stage_since",
    deadline: "c.ends_on",
  },
  stayed: null,
  ...(suggestion && { suggestion }),
});

const stages: readonly Stage<Column>[] = [
  stage("requested", "writing"),
  stage("drafting", "writing"),
  stage("negotiation", "writing"),
  stage("legal_review", "deciding"),
  stage("in_approval", "deciding"),
  stage("approved", "signing"),
  stage("out_for_signature", "signing", askForSignature),
  stage("active", "force", decideOnEnd),
  stage("suspended", "force"),
  stage("expired", "ending"),
  stage("terminated", "ending"),
  stage("closeout", "ending"),
];

/** The board of contracts: every stage from the request to the closeout. */
export const contractBoardEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path: "/api/v1/contract-board",
    permission: "contract.read",
    summary: "Contracts by the stage in which they are, with the next steps that rules give",
    query: z.object({ departmentId: z.uuid().optional() }),
    response: boardAnswerOf(columns).meta({ id: "ContractBoard" }),
    handler: ({ actor, db, query }) =>
      boardOf(db, actor, { stages, columns, departmentId: query.departmentId ?? null }),
  }),
];
