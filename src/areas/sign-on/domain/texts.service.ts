import { Resolver } from "node:dns/promises";
import type { App } from "#server/app.ts";

/**
 * What name servers say of a domain's TXT records: its texts, that there are none, or nothing at all (they
 * are away, which says nothing of the domain).
 */
export type Texts = string[] | "none" | "silent";
export type AskTexts = (app: Pick<App, "config">, domain: string) => Promise<Texts>;

const nothing = new Set(["ENODATA", "ENOTFOUND"]);

/** Asks the name servers of the machine, or those of LEVEE_DNS. */
export const askTexts: AskTexts = async ({ config }, domain) => {
  const resolver = new Resolver({ timeout: 3_000, tries: 2 });
  if (config.LEVEE_DNS) resolver.setServers([config.LEVEE_DNS]);
  try {
    return (await resolver.resolveTxt(domain)).map((parts) => parts.join(""));
  } catch (error) {
    return nothing.has((error as { code?: string }).code ?? "") ? "none" : "silent";
  }
};
