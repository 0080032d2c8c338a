import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** Codes of the finance system from a CSV. */
export default function MappingImport() {
  return (
    <ImportPage
      title="Import codes of the finance system"
      kind="fms-mappings"
      things="codes"
      permission="books.rules"
      closed={{
        title: "You cannot import codes",
        text: "The controller and administrators can.",
      }}
      nouns={["fms-mappings"]}
      done="/budget-management/finance-system?tab=mappings"
      help={
        <p>
          CSV or XLSX with a row for each code: kind (fund, account or string), the code here, the
          code there, and the day from which it holds.
        </p>
      }
    />
  );
}
