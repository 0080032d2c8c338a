import { extensionPoint } from "../area.ts";
import { z } from "zod";
import { newId } from "#kernel/ids.ts";
import { audit } from "../audit/audit.ts";
import { sql } from "../db/sql.ts";
import type { Actor } from "#kernel/access.ts";
import type { Tx } from "../db/db.ts";
import { announce, readableRecord, type Noun } from "../lifecycle.ts";
import { endpoint, type Endpoint } from "./endpoint.ts";

const path = "/api/v1/comments";
const subject = z.object({
  objectType: z.string().min(1).max(60),
  objectId: z.uuid("Not a record id."),
});
const commentRow = z
  .object({
    id: z.string(),
    body: z.string(),
    author: z.string().nullable(),
    authorId: z.string(),
    at: z.string(),
  })
  .meta({ id: "Comment" });
type Comment = z.output<typeof commentRow>;
const columns = sql`
  c.id, c.body, p.display_name as author, c.person_id as author_id, c.created_at as at
`;
const from = sql`comment c left join person p on p.id = c.person_id`;

type Told = {
  tx: Tx;
  actor: Actor;
  noun: Noun;
  number: string;
  objectId: string;
  body: string;
  people: readonly string[];
};
export type CommentListener = (told: Told) => Promise<void>;
const listeners: CommentListener[] = [];

/**
 * An area says what happens when somebody comments; `people` had a part in the record
 * or its comments.
 */
export const commentListeners = extensionPoint<CommentListener>(
  "comments",
  (listener) => void listeners.push(listener),
  { required: true },
);

const involved = ["requesterId", "buyerId", "ownerId", "createdBy", "proposedBy"] as const;

// Whoever asked for, keeps or wrote the record, and whoever commented before: not the one who
// writes now.
const peopleOf = async (
  tx: Tx,
  actor: Actor,
  row: Record<string, unknown>,
  objectType: string,
  objectId: string,
): Promise<string[]> => {
  const before = await tx.rows<{ personId: string }>(sql`
    select distinct person_id
    from comment
    where org_id = ${actor.orgId} and object_type = ${objectType} and object_id = ${objectId}
    limit 50
  `);
  const named = involved
    .map((key) => row[key])
    .filter((id): id is string => typeof id === "string");
  return [...new Set([...before.map((each) => each.personId), ...named])].filter(
    (id) => id !== actor.personId,
  );
};

/**
 * What people say about a record of any noun; whoever may read the record reads and writes. A
 * comment stays: it is part of the record.
 */
export const commentEndpoints: readonly Endpoint[] = [
  endpoint({
    method: "GET",
    path,
    permission: "comment.read",
    summary: "Comments on a record, oldest first",
    query: subject,
    response: z.object({ items: z.array(commentRow) }),
    handler: async ({ actor, db, query }) => {
      await readableRecord(db, actor, query.objectType, query.objectId);
      return {
        items: await db.rows<Comment>(sql`
          select ${columns}
          from ${from}
          where c.org_id = ${actor.orgId}
            and c.object_type = ${query.objectType}
            and c.object_id = ${query.objectId}
          order by c.created_at, c.id
          limit 500
        `),
      };
    },
  }),
  endpoint({
    method: "POST",
    path,
    permission: "comment.write",
    summary: "Comment on a record",
    body: subject.extend({ body: z.string().trim().min(1, "Write a comment.").max(10_000) }),
    response: commentRow,
    handler: async ({ actor, tx, body }) => {
      const { noun, number, row } = await readableRecord(tx, actor, body.objectType, body.objectId);
      const people = await peopleOf(tx, actor, row, noun.name, body.objectId);
      const id = newId();
      await tx.rows(sql`
        insert into comment (org_id, id, object_type, object_id, person_id, body)
        values (
          ${actor.orgId}, ${id}, ${noun.name}, ${body.objectId}, ${actor.personId}, ${body.body}
        )
      `);
      audit(tx, actor, {
        action: `${noun.name}.comment`,
        objectType: noun.name,
        objectId: body.objectId,
        objectNumber: number,
        before: null,
        after: { comment: id },
        note: body.body,
      });
      announce(tx, actor.orgId!, "comment.add", body.objectId);
      for (const listener of listeners)
        await listener({
          tx,
          actor,
          noun,
          number,
          objectId: body.objectId,
          body: body.body,
          people,
        });
      return tx.one<Comment>(
        sql`select ${columns} from ${from} where c.org_id = ${actor.orgId} and c.id = ${id}`,
      );
    },
  }),
];
