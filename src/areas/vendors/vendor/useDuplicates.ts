import { useState } from "react";
import type { FieldValues, Resolver } from "react-hook-form";
import { rulesOnDemand } from "#web/kit/form/rulesOnDemand.ts";
import { duplicatesIn } from "./DuplicateNotice.tsx";
import type { Duplicate } from "./vendor.model.ts";

const resolver = rulesOnDemand(
  async () => (await import("./vendorRules.ts")).vendorRules as unknown as Resolver<FieldValues>,
);

/** The ways of a vendor's form: its rules, and what of vendors alike is shown, confirmed and sent. */
export const useDuplicates = () => {
  const [found, setFound] = useState<readonly Duplicate[]>([]);
  const [confirmed, setConfirmed] = useState(false);
  return {
    notice: { found, confirmed, onConfirm: setConfirmed },
    ways: {
      resolver,
      also: () => ({ confirmedDuplicates: confirmed ? found.map((one) => one.id) : [] }),
      refused: (error: unknown) => {
        setFound(duplicatesIn(error));
        return error;
      },
    },
  };
};
