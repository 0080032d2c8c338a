import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** The chart of the finance system, from a file. */
export default function CodeImport() {
  return (
    <ImportPage
      title="Import the chart of the finance system"
      kind="fms-codes"
      things="codes"
      permission="books.import"
      closed={{
        title: "You cannot import the chart",
        text: "The controller and administrators can.",
      }}
      nouns={["fms-codes", "fms-mappings"]}
      done="/budget-management/finance-system?tab=chart"
      help={
        <p>
          CSV or XLSX with a row for each code that the finance system has: kind (fund, account or
          account string), code, name, and from which day through which it is valid. A later file
          corrects the codes that it names.
        </p>
      }
    />
  );
}
