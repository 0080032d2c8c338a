import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { declaredNouns } from "#server/lifecycle.ts";
import type { Finding, Invariant } from "#server/operation/checking.ts";
import { missingRecords } from "#server/operation/checks/records.ts";

type Asked = { id: string; title: string; type: string; documentId: string };

const lostDocuments = async (db: Db): Promise<Finding[]> => {
  const asked = await db.rows<Asked>(sql`
    select id, document_number || ' ' || title as title, document_type as type, document_id
    from approval_request
    where org_id = ${db.scope.orgId}
    order by requested_at
  `);
  const missing = await missingRecords(
    db,
    asked.map(({ type, documentId }) => ({ type, id: documentId })),
  );
  return asked
    .filter(({ type, documentId }) => missing.has(`${type} ${documentId}`))
    .map(({ id, title, type }) => ({
      sentence: `The approval of ${title} asks about a ${type} that is not there.`,
      link: `/approvals/${id}`,
    }));
};

type Linked = { id: string; title: string; link: string };
const uuid = /^(.*)\/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/;

/** The nouns whose records open on a page: several share one (an incident and its places). */
const nounsOfPages = (): ReadonlyMap<string, string[]> => {
  const nouns = new Map<string, string[]>();
  for (const { name, page } of declaredNouns())
    if (page) nouns.set(page, [...(nouns.get(page) ?? []), name]);
  return nouns;
};

/**
 * Open tasks whose link opens no record of any noun of that page; links to lists are passed over.
 */
const orphanTasks = async (db: Db): Promise<Finding[]> => {
  const nouns = nounsOfPages();
  const tasks = (
    await db.rows<Linked>(sql`
      select id, title, link
      from task
      where org_id = ${db.scope.orgId} and done_at is null and link is not null
      order by created_at
    `)
  ).flatMap(({ title, link }) => {
    const [, page = "", id = ""] = uuid.exec(link.split(/[?#]/)[0]!) ?? [];
    const types = nouns.get(page);
    return types ? [{ title, types, id }] : [];
  });
  const missing = await missingRecords(
    db,
    tasks.flatMap(({ types, id }) => types.map((type) => ({ type, id }))),
  );
  return tasks
    .filter(({ types, id }) => types.every((type) => missing.has(`${type} ${id}`)))
    .map(({ title, types }) => ({
      sentence: `The task “${title}” leads to a ${types[0]} that is not there.`,
      link: null,
    }));
};

export const workflowRules: readonly Invariant[] = [
  {
    name: "workflow.approvals",
    label: "Approvals belong to a document",
    area: "workflow",
    what: "Every approval that was asked for is about a document that is there.",
    todo: "Restore the document from a backup: its audit entries say what it was. Nobody can decide the approval meanwhile.",
    check: async ({ db }) => lostDocuments(db),
  },
  {
    name: "workflow.tasks",
    label: "Tasks lead somewhere",
    area: "workflow",
    what: "Every open task that names a record leads to one that is there.",
    todo: "Whoever has the task can mark it done. If the record should be there, restore it from a backup.",
    check: async ({ db }) => orphanTasks(db),
  },
];
