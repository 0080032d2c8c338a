import { useAuth } from "#web/auth/AuthProvider.tsx";
import { useGet } from "#web/kit/queries.ts";
import type { AgencyBank } from "./agency-bank.model.ts";

type Props = { value: string; onChange: (id: string) => void };

/** Which of several accounts a run is drawn on; nothing where there is only one. */
export function DrawnOnField({ value, onChange }: Props) {
  const { can } = useAuth();
  const banks = useGet<{ accounts: AgencyBank[] }>(
    "agency-bank-accounts",
    "/api/v1/agency-bank-accounts",
    { enabled: can("payment.propose") },
  );
  const inUse = banks.data?.accounts.filter((a) => a.active) ?? [];
  if (inUse.length < 2) return null;
  return (
    <div className="field">
      <label htmlFor="run-account">Drawn on</label>
      <p className="hint">Invoices of other accounts' funds are left out.</p>
      <select
        id="run-account"
        className="field-control"
        value={value || (inUse[0]!.id ?? "")}
        onChange={(e) => onChange(e.target.value)}
      >
        {inUse.map((a) => (
          <option key={a.id} value={a.id!}>
            {a.number}
          </option>
        ))}
      </select>
    </div>
  );
}
