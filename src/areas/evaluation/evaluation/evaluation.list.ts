import type { ListDefinition } from "#server/http/list.ts";
import { evaluationStatuses } from "./evaluation.labels.ts";

// Mine to do: declare, hand in scores, sign as the chair, take the next step as coordinator,
// approve as an outsider.
const seat =
  "exists (select 1 from evaluation_member m where m.org_id = e.org_id and m.evaluation_id = e.id and m.person_id = $actor and m.recused_at is null";
const declaresNow = `${seat}
  and e.status in ('declarations', 'individual_scoring', 'locked', 'consensus', 'price_opened')
  and (m.declared_at is null or (m.bidders_declared_at is null and s.opened_at is not null)))`;
const scoresNow = `${seat}
  and m.scoring
  and m.submitted_at is null
  and (
    e.status = 'individual_scoring'
    or (e.scored and e.status in ('locked', 'consensus', 'price_opened'))
  ))`;
const waits = `(${declaresNow}
  or ${scoresNow}
  or ${seat} and m.role = 'chair' and e.status = 'ranked')
  or (
    e.coordinator_id = $actor
    and e.status in ('setup', 'locked', 'consensus', 'price_opened', 'approved')
  ))`;

export const evaluationList: ListDefinition = {
  name: "evaluations",
  alias: "e",
  base: "evaluation e",
  from: "evaluation e join solicitation s on s.org_id = e.org_id and s.id = e.solicitation_id join person p on p.id = e.coordinator_id",
  columns: {
    id: { sql: "e.id", hidden: true },
    number: { sql: "e.number", label: "Number", sort: true },
    status: { sql: "e.status", label: "Status", codes: evaluationStatuses },
    title: { sql: "s.title", label: "Title" },
    solicitationId: { sql: "s.id", hidden: true },
    solicitationNumber: { sql: "s.number", label: "Solicitation" },
    coordinator: { sql: "p.display_name", label: "Coordinator" },
    members: {
      sql: "(select count(*)::int from evaluation_member m where m.org_id = e.org_id and m.evaluation_id = e.id and m.recused_at is null)",
      label: "Takes part",
    },
    createdAt: { sql: "e.created_at", label: "Set up", sort: true },
    version: { sql: "e.version", hidden: true },
  },
  filters: {
    status: { kind: "set", sql: "e.status", type: "text" },
    solicitationId: { kind: "set", sql: "e.solicitation_id", type: "uuid" },
    mine: { kind: "flag", sql: waits },
    takePart: {
      kind: "flag",
      sql: "exists (select 1 from evaluation_member m where m.org_id = e.org_id and m.evaluation_id = e.id and m.person_id = $actor)",
    },
  },
  search: ["e.number", "s.number", "s.title"],
  defaultSort: "-createdAt",
};
