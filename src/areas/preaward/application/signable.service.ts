import { conflict } from "#kernel/errors.ts";
import { getRow } from "#server/db/rows.ts";
import type { Signable } from "#areas/workflow/workflow.server.ts";
import { grantApplication } from "../preaward.tables.ts";

const elsewhere =
  "The authorized representative signs it on its own page, with the certification of the SF-424.";

/** An application is named in the register of authorities; it is signed on its own page alone. */
export const applicationSignable: Signable = {
  type: "grantApplication",
  permission: "grantApplication.sign",
  subject: async (db, id) => {
    const a = await getRow(db, grantApplication, id, "grant application");
    return {
      number: a.number,
      title: a.title,
      link: `/grant-applications/${id}`,
      amount: a.federalCents,
      vendorId: null,
      vendor: null,
      companyId: null,
      but: a.preparedBy,
      version: a.version,
      refusal: elsewhere,
    };
  },
  document: async () => {
    throw conflict("signed_elsewhere", elsewhere);
  },
  completed: async () => {
    throw conflict("signed_elsewhere", elsewhere);
  },
};
