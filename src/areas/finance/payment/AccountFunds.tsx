import { useFormContext, useWatch } from "react-hook-form";
import { useGet } from "#web/kit/queries.ts";

type Fund = { id: string; code: string; name: string; active: boolean };
type Values = { fundIds: string[] };

/** The agency's funds, by their code. */
export const useFunds = (): readonly Fund[] =>
  useGet<{ items: Fund[] }>("segments", "/api/v1/segments?kind=fund").data?.items ?? [];

/** Which funds are paid from an account alone; part of its form. */
export function AccountFunds() {
  const { setValue } = useFormContext<Values>();
  const chosen = useWatch<Values, "fundIds">({ name: "fundIds" });
  const funds = useFunds().filter((f) => f.active || chosen.includes(f.id));
  const toggle = (id: string) =>
    setValue("fundIds", chosen.includes(id) ? chosen.filter((f) => f !== id) : [...chosen, id], {
      shouldDirty: true,
    });
  return (
    <fieldset className="field">
      <legend>
        Funds that are paid from it{" "}
        <span className="optional">(none: all of no other account)</span>
      </legend>
      <div className="max-h-56 overflow-y-auto rounded border border-hair px-3 py-1">
        {funds.map((fund) => (
          <label key={fund.id} className="check">
            <input
              type="checkbox"
              checked={chosen.includes(fund.id)}
              onChange={() => toggle(fund.id)}
            />
            <span>
              <span className="mono">{fund.code}</span> {fund.name}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
