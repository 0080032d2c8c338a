import { systemActor } from "#kernel/access.ts";
import { counted } from "#kernel/words.ts";
import type { Database } from "#server/db/db.ts";
import type { FoundOut, KeptOutside } from "#server/restored/report.ts";
import { membersNamed } from "#areas/organization/organization.server.ts";
import { agenciesOf } from "../backup/rehearse.service.ts";

const lostOf = ({ lost }: FoundOut): string =>
  lost > 0 ? ` ${counted(lost, "entry", "entries")} of the audit record did not come back.` : "";

const knownOf = (found: FoundOut): string => {
  const { evidence, until, told, untold } = found;
  if (evidence === "checkpoint")
    return `nothing was written after the backup until ${until}, as a kept checkpoint shows.`;
  if (evidence === "bundle")
    return `a kept audit record tells until ${until}.${lostOf(found)} Closed again by it: ${counted(told, "person or key", "people and keys")}${untold ? `, and ${untold} more that nothing tells about` : ""}. What was ended later nobody tells.`;
  return `nothing tells who was ended and which keys were revoked after the backup.${lostOf(found)} Closed until an administrator has answered: ${counted(untold, "person or key", "people and keys")}. Its administrators were not checked: they come in as at the backup.`;
};

/** What a restore found out of people and keys, agency by agency, for whoever restores. */
export const foundLines = (found: readonly FoundOut[]): string[] => [
  ...found.flatMap((one) => [
    `${one.agency}: ${knownOf(one)}`,
    ...one.cannot.map((sentence) => `  ${sentence}`),
  ]),
  ...(found.some(({ told, untold }) => told + untold > 0)
    ? ["Administrators open them again, or keep them closed, on the page Monitoring."]
    : []),
  "Not checked: passwords, passkeys and second factors, and people of vendors. They are as they were at the backup.",
];

/** What was named to a restore and helped nothing, so that a wrong letter is seen. */
export const strayLines = async (
  database: Database,
  { records, administrators }: KeptOutside,
): Promise<string[]> => {
  const agencies = await agenciesOf(database);
  const known = new Set<string>();
  for (const { id } of agencies)
    for (const { email } of await membersNamed(database.read(systemActor(id)), {
      emails: administrators,
    }))
      known.add(email.toLowerCase());
  return [
    ...records
      .filter(({ orgId }) => !agencies.some(({ id }) => id === orgId))
      .map(
        ({ file, agency }) =>
          `${file} is the audit record of ${agency}, which the backup does not hold: it was not used.`,
      ),
    ...administrators
      .filter((email) => !known.has(email))
      .map(
        (email) =>
          `${email} is nobody in the backup: the name given as an administrator was not used.`,
      ),
  ];
};
