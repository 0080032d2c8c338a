import type { Actor } from "#kernel/access.ts";
import { formatInstant } from "#kernel/dates.ts";
import { formatCents } from "#kernel/money.ts";
import type { Db } from "#server/db/db.ts";
import type { SummarySection } from "#areas/governance/governance.server.ts";
import { readOrganization } from "#areas/organization/organization.server.ts";
import { afterActions, type AfterAction } from "../emergency.labels.ts";
import { readDeclaration } from "../emergency.read.service.ts";

/** A declaration and the file of each of its orders, for the people who open its package. */
export const declarationSections = async (
  db: Db,
  actor: Actor,
  id: string,
): Promise<SummarySection[]> => {
  const [d, { timeZone }] = await Promise.all([
    readDeclaration(db, actor, id),
    readOrganization(db),
  ]);
  return [
    {
      title: "Declaration",
      heads: ["", ""],
      rows: [
        ["Number", d.number],
        ["Authority", d.authority],
        ["Cause", d.cause],
        ["Declared by", d.declaredBy ?? ""],
        ["Ended", d.endedAt ? formatInstant(d.endedAt, timeZone) : "no"],
      ],
    },
    {
      title: "After-action list",
      heads: ["Order", "Amount", "What must be on file", "On file"],
      rows: d.files.flatMap((file) =>
        file.items.map((item) => [
          `${file.orderNumber}, ${file.title}`,
          formatCents(file.amount),
          `${afterActions[item.key as AfterAction]}: ${item.text}`,
          item.done ? "yes" : "open",
        ]),
      ),
    },
  ];
};
