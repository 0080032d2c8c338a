import type { Instant } from "#kernel/time.ts";
import { instantAt } from "#kernel/time.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import { probesOfStatements, type Probing } from "./probe.service.ts";
import { nistSource, statements } from "./statements.data.ts";

/** A statement as its probe found it. */
export type StatementRow = {
  probe: string;
  label: string;
  sentence: string;
  good: boolean | null;
  said: string;
  nist: string;
};

/**
 * The statements about the agency's protection, each as its probe finds it at this moment: red turns
 * the sentence, and a probe that fails to run is red.
 */
export const readStatements = async (
  probing: Probing,
): Promise<{ at: Instant; source: string; items: StatementRow[] }> => ({
  at: instantAt(databaseMs()),
  source: nistSource.source,
  items: await Promise.all(
    statements.map(async ({ probe, label, good, bad, nist }) => {
      const found = await probesOfStatements[probe](probing).catch((error: unknown) => ({
        good: false,
        said: `It could not be tried: ${error instanceof Error ? error.message : String(error)}`,
      }));
      return {
        ...{ probe, label, nist },
        sentence: found.good === false ? bad : good,
        ...found,
      };
    }),
  ),
});
