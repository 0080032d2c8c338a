import { systemActor } from "#kernel/access.ts";
import type { App } from "#server/app.ts";
import { audit } from "#server/audit/audit.ts";
import { takeRefused } from "#server/files/refused.ts";
import {
  administratorsOf,
  notify,
  organizationIds,
} from "#areas/organization/organization.server.ts";

/**
 * Tells who sent a file that the scanner refused, once; where nobody of the agency did, its
 * administrators. The audit record names the file and what it holds.
 */
export const tellRefusedFiles = async ({ database }: Pick<App, "database">): Promise<void> => {
  for (const orgId of await organizationIds(database))
    await database.transaction({ orgId, personId: null }, async (tx) => {
      const refused = await takeRefused(tx);
      if (refused.length === 0) return;
      const administrators = await administratorsOf(tx);
      for (const { id, name, sha256, signature, uploadedBy } of refused) {
        notify(tx, uploadedBy ? [uploadedBy] : administrators, {
          kind: "file.refused",
          title: `${name} was refused`,
          body: `The virus scanner found ${signature} in the file ${name}. Nobody gets it. Clean the machine that it comes from, and send a clean copy.`,
        });
        audit(tx, systemActor(orgId), {
          action: "storedFile.refuse",
          objectType: "storedFile",
          objectId: id,
          objectNumber: name,
          before: null,
          after: { file: name, sha256, signature },
        });
      }
    });
};
