import { useNavigate } from "react-router";
import { pathTo } from "#areas.ts";
import { useAuth } from "#web/auth/AuthProvider.tsx";
import { ImportWizard } from "#web/kit/import/ImportWizard.tsx";
import { EmptyState } from "#web/kit/states.tsx";

/** Invoices without an order from a file. */
export default function InvoiceImport() {
  const { can } = useAuth();
  const navigate = useNavigate();
  if (!can("invoice.create"))
    return (
      <EmptyState page kind="no-access" title="You cannot import invoices">
        Accounts payable can. An administrator grants the duty under Team.
      </EmptyState>
    );
  return (
    <div className="stack">
      <h1>Import invoices</h1>
      <ImportWizard
        kind="invoices"
        things="invoices"
        nouns={["invoices"]}
        onDone={() => void navigate(pathTo("invoices"))}
        help={
          <p>
            CSV or XLSX, one invoice a row: vendor (number or legal name), invoice number, invoice
            date, description, amount, account string. For invoices without an order, such as
            utilities; each is checked and routed like one that is typed in.
          </p>
        }
      />
    </div>
  );
}
