import { text } from "node:stream/consumers";
import { invalidField } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import { OutgoingRefusal } from "#server/outgoing/refusal.ts";

/** Fetches a provider's metadata from an address that somebody typed. @throws Problem 422. */
export const fetchMetadata = async (app: App, agency: string, address: string): Promise<string> => {
  try {
    const answer = await app.outgoing.of(agency).call(address, {
      purpose: "sign-on",
      redirects: 3,
      limits: { wholeMs: 15_000, mostBytes: 300_000 },
    });
    if (answer.status === 200) return await text(answer.body);
    answer.body.destroy();
    throw invalidField(
      "metadataUrl",
      `The address answered ${answer.status}. Open it in a browser, or paste the file.`,
    );
  } catch (error) {
    if (error instanceof OutgoingRefusal)
      throw invalidField("metadataUrl", error.message, error.code);
    throw error;
  }
};
