import { useEffect } from "react";
import { useFormContext } from "react-hook-form";
import { Combobox } from "#web/kit/form/Combobox.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { AccountString } from "../budget.model.ts";
import type { CostCodeRow } from "./cost-code.model.ts";

/** Whether one of these accounts charges a project whose lines bear cost codes; null while that is not known. */
const useCoded = (accountStringIds: readonly string[]): boolean | null => {
  const ids = [...new Set(accountStringIds.filter(Boolean))].toSorted().join(",");
  const { data } = useGet<{ items: AccountString[] }>(
    "account-strings",
    `/api/v1/account-strings?ids=${ids}`,
    { enabled: ids !== "" },
  );
  if (ids === "" || !data) return null;
  return data.items.some(({ coded }) => coded);
};

/** The code of a line of a project; nothing where its accounts charge none. */
export function CostCodeField({
  name,
  accountStringIds,
  current = null,
}: {
  name: string;
  accountStringIds: readonly string[];
  current?: string | null;
}) {
  const coded = useCoded(accountStringIds);
  const { getValues, setValue } = useFormContext();
  useEffect(() => {
    if (coded === false && getValues(name)) setValue(name, null, { shouldDirty: true });
  }, [coded, getValues, name, setValue]);
  return coded ? <CostCodeChoice name={name} label="Cost code" current={current} /> : null;
}

/** A choice of the agency's cost codes. */
export function CostCodeChoice({
  name,
  label,
  current = null,
  required = false,
}: {
  name: string;
  label: string;
  current?: string | null;
  required?: boolean;
}) {
  return (
    <Combobox<CostCodeRow>
      name={name}
      label={label}
      required={required}
      path="/api/v1/cost-codes"
      query="active=true"
      itemLabel={(c) => `${c.code} ${c.name}`}
      itemHint={(c) => c.covers}
      currentLabel={current}
    />
  );
}
