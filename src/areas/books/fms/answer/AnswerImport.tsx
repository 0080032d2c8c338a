import { ImportPage } from "#web/kit/import/ImportPage.tsx";

/** What the finance system says of batches, from a file. */
export default function AnswerImport() {
  return (
    <ImportPage
      title="Import answers of the finance system"
      kind="fms-answers"
      things="answers"
      permission="books.import"
      closed={{
        title: "You cannot import answers",
        text: "The controller and administrators can.",
      }}
      nouns={["fms-batches", "fms-standing"]}
      done="/budget-management/finance-system"
      help={
        <p>
          CSV or XLSX with a row for each line: batch (its number or reference), line, answer
          (accepted or rejected, also A and R, OK and ERROR), reason. The rows of a batch are taken
          together: all its lines, or those alone that were rejected.
        </p>
      }
    />
  );
}
