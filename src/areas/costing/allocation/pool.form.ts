import { recordForm } from "#kernel/record-form.ts";
import { poolFields } from "./allocation.model.ts";

export const blankTarget = () => ({ accountStringId: "", share: "" });

/** The form of a pool of cost. */
export const poolForm = recordForm("/api/v1/allocation-pools", poolFields, {
  begins: { basis: "percent", targets: [blankTarget()] },
});
