import type { Db } from "#server/db/db.ts";
import { sql } from "#server/db/sql.ts";
import { contractIdsOf, type ProjectStored } from "../project/project.noun.ts";
import type { Matter } from "../project/matters.service.ts";
import { withholdingOf } from "./law.service.ts";
import { notIn, paperStatuses } from "./paper.labels.ts";

const asked = async (db: Db, { id }: ProjectStored): Promise<Matter[]> =>
  (
    await db.rows<{
      id: string;
      number: string;
      title: string;
      status: keyof typeof paperStatuses;
    }>(
      sql`
        select id, number, title, status
        from closeout_paper
        where org_id = ${db.scope.orgId}
          and project_id = ${id}
          and status = any(${[...notIn]}::text[])
        order by number
        limit 50
      `,
    )
  ).map((paper) => ({
    what: paper.number,
    says: `${paper.title}: ${paperStatuses[paper.status].label.toLowerCase()}`,
    href: `/projects/papers/${paper.id}`,
  }));

/** A project is closed when each paper is accepted or not needed, and each certificate that law demands. */
export const openPapers = async (db: Db, p: ProjectStored): Promise<Matter[]> => [
  ...(await asked(db, p)),
  ...(await withholdingOf(db, contractIdsOf(p)))
    .filter(({ says }) => says !== null)
    .map(({ number, says, citation, contractId }) => ({
      what: number,
      says: `withholding tax certificate ${says} (${citation})`,
      href: `/contracts/${contractId}`,
    })),
];
