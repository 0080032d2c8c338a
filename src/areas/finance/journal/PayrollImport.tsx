import { pathTo } from "#areas.ts";
import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** A payroll register from a file. */
export default function PayrollImport() {
  return (
    <ImportPage
      title="Import a payroll register"
      kind="payroll"
      things="rows of pay"
      permission="payroll.import"
      closed={{
        title: "You cannot import payroll",
        text: "People with the duty Payroll can. An administrator grants it under Team.",
      }}
      nouns={["journals"]}
      done={pathTo("journals")}
      help={
        <p>
          CSV or XLSX, one row per person, account and pay period: register, employee, account
          string, from, to, paid on, amount. The rows of one register become a journal, which
          another person posts.
        </p>
      }
    />
  );
}
