import type { Actor } from "#kernel/access.ts";
import { Problem } from "#kernel/errors.ts";
import type { App } from "#server/app.ts";
import {
  certifyDrawdown,
  checkDrawdown,
  draftDrawdown,
  payDrawdown,
  submitDrawdown,
} from "../drawdown/drawdown.service.ts";

type Draw = { awardId: string; today: string; reference: string; deposit: string };
/**
 * What of an award's costs is paid is drawn and certified by another person; where nothing is paid
 * yet there is nothing to draw.
 */
export const drawDemo = async (
  app: App,
  { grants, certifier }: Readonly<Record<"grants" | "certifier", Actor>>,
  { awardId, today, reference, deposit }: Draw,
): Promise<void> => {
  const { database } = app;
  try {
    const { id } = await database.transaction(grants, (tx) =>
      draftDrawdown(tx, grants, { awardId, kind: "reimbursement", through: today }),
    );
    await database.transaction(grants, (tx) => checkDrawdown(tx, grants, { id, version: null }));
    await database.transaction(certifier, (tx) =>
      certifyDrawdown(tx, certifier, { id, version: null }),
    );
    await database.transaction(grants, (tx) =>
      submitDrawdown(tx, grants, { id, version: null }, { reference }),
    );
    await database.transaction(grants, (tx) =>
      payDrawdown(tx, grants, { id, version: null }, { paidOn: today, deposit }),
    );
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== "nothing_to_draw") throw error;
  }
};
