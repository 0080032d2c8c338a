import type { Permission } from "#kernel/access.ts";
import { newId } from "#kernel/ids.ts";
import { neverForPrograms } from "#kernel/program-rights.ts";
import { extensionPoint } from "../area.ts";
import { businessNow } from "../clock.ts";
import { columnOf, sql } from "../db/sql.ts";
import { hearSteps, type RecordStep } from "../lifecycle.ts";
import { addTopic } from "./topics.ts";

/** A kind of record whose steps other systems may be told of; `label` is what people call them. */
type TopicsOf = {
  noun: {
    name: string;
    read?: Permission;
    cycle: { actions: Readonly<Record<string, { label: string }>> };
  };
  label: string;
  /** The step by which a record comes to be, where it is not `create`. */
  created?: string;
};

const told = new Set<string>();

/**
 * An area offers the steps of a record as events: `<noun>.<step>`, each for who may read the record.
 * What is sealed or about people, rights and keys cannot be offered.
 */
export const recordTopics = extensionPoint<TopicsOf>(
  "records whose steps are events",
  ({ noun: { name, cycle, read }, label, created = "create" }) => {
    const permission = (read ?? `${name}.read`) as Permission;
    const never = neverForPrograms(permission, []);
    if (never) throw new Error(`events of ${name}: ${never}`);
    const steps = Object.entries(cycle.actions).map(
      ([step, action]) => [step, action.label] as const,
    );
    for (const [step, text] of [[created, "Created"] as const, ...steps]) {
      told.add(`${name}.${step}`);
      addTopic({ topic: `${name}.${step}`, label: text, group: label, permission });
    }
  },
);

type Queued = RecordStep & { orgId: string; id: string; at: string };

// The body, but for the number in its record's sequence, which only the commit knows.
const bodyOf = ({ topic, at, objectId, number, status, version }: Queued) =>
  JSON.stringify({ type: topic, timestamp: at, data: { id: objectId, number, status, version } });

/**
 * Queues what happened for every endpoint that asks for it, and numbers it within its record: one
 * statement with the commit, which writes nothing where nobody listens.
 */
const insertQueued = (steps: Queued[]) => sql`
  with told as (
    select *
    from unnest(
      ${columnOf(steps.map((step) => step.id))}::uuid[],
      ${columnOf(steps.map((step) => step.topic))}::text[],
      ${columnOf(steps.map((step) => step.objectType))}::text[],
      ${columnOf(steps.map((step) => step.objectId))}::uuid[],
      ${columnOf(steps.map(bodyOf))}::text[]
    )
    with ordinality as t(id, topic, object_type, object_id, body, n)
  ),
  wanted as (
    select t.*, e.id as endpoint_id
    from told t
    join webhook_endpoint e
      on e.org_id = ${steps[0]!.orgId}
      and e.state = 'active'
      and e.topics @> array[t.topic]
  ),
  heard as (
    select
      t.*, row_number() over (partition by t.object_type, t.object_id order by t.n) as nth,
      count(*) over (partition by t.object_type, t.object_id) as several
    from told t
    where t.id in (select w.id from wanted w)
  ),
  counted as (
    insert into webhook_sequence as s (org_id, object_type, object_id, last)
    select distinct ${steps[0]!.orgId}::uuid, h.object_type, h.object_id, h.several::int
    from heard h
    on conflict (org_id, object_type, object_id)
    do update set last = s.last + excluded.last
    returning object_type, object_id, last
  ),
  numbered as (
    select h.*, (c.last - h.several + h.nth)::int as sequence
    from heard h
    join counted c on c.object_type = h.object_type and c.object_id = h.object_id
  ),
  stored as (
    insert into webhook_message (org_id, id, topic, body, object_type, object_id, sequence)
    select
      ${steps[0]!.orgId}::uuid, m.id, m.topic,
      jsonb_set(m.body::jsonb, '{data,sequence}', to_jsonb(m.sequence))::text, m.object_type,
      m.object_id, m.sequence
    from numbered m
    returning id
  )
  insert into webhook_delivery (org_id, id, message_id, endpoint_id, object_id, sequence)
  select ${steps[0]!.orgId}::uuid, gen_random_uuid(), m.id, w.endpoint_id, m.object_id, m.sequence
  from wanted w
  join numbered m on m.id = w.id
`;

// Other systems are told of a step with the commit of the transaction that takes it.
hearSteps((tx, step) => {
  if (told.has(step.topic))
    tx.gather(insertQueued, {
      ...step,
      orgId: tx.scope.orgId!,
      id: newId(),
      at: businessNow(tx.scope).toISOString(),
    });
});
