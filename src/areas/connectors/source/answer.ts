import { Problem } from "#kernel/errors.ts";
import { unseal } from "#server/auth/sealing.ts";
import { databaseMs } from "#server/db/database-clock.ts";
import type { Answer } from "#server/outgoing/outgoing.ts";
import type { connector } from "../connectors.tables.ts";

export type Connector = typeof connector.$inferSelect;
/** To whom a sealed credential belongs: moved to another record it does not open. */
export const credentialOf = ({ orgId, id }: Pick<Connector, "orgId" | "id">): string =>
  `${orgId}/${id}`;

/** The header that lets us in; none where nothing is kept. */
export const headersFor = (one: Connector): Record<string, string> =>
  one.credential && one.credentialHeader
    ? { [one.credentialHeader]: unseal("connector", credentialOf(one), one.credential) }
    : {};

/** Seconds that Retry-After asks for, given as seconds or as a moment (RFC 9110, 10.2.3). */
const waitOf = (header: string | undefined): number | undefined => {
  if (header === undefined) return undefined;
  const seconds = /^\d{1,6}$/.test(header.trim())
    ? Number(header)
    : Math.ceil((Date.parse(header) - databaseMs()) / 1000);
  return Number.isFinite(seconds) ? Math.max(0, seconds) : undefined;
};

/** Refuses an answer that brings nothing, in words, with the seconds that its host asks for. */
export const refuseAnswer = ({ status, headers, body }: Answer): void => {
  if (status >= 200 && status < 300) return;
  body.destroy();
  const retryAfter = waitOf(headers["retry-after"]);
  throw new Problem(
    "upstream",
    "source_answers",
    status === 401 || status === 403
      ? "The source does not let us in. Look at the credential."
      : status === 404 || status === 410
        ? "There is nothing at the address any more."
        : status === 429
          ? "The source asks for a pause."
          : `The source answered with an error (${status}).`,
    { extra: { retryAfter } },
  );
};
