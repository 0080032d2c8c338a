import { FormAnswers } from "#areas/preaward/preaward.ui.tsx";
import { Panel } from "#web/kit/states.tsx";
import type { FormSheet } from "./sheet.model.ts";

/** A federal form as the records fill it in, and what the rules find in it. */
export function FormTab({ of }: { of: FormSheet }) {
  return (
    <>
      <Panel title={`${of.code} ${of.name}`}>
        <p className="mb-3 text-t2">
          Version {of.version}, filled in from the award, its books and the agency as an applicant.
          XML not checked: no schema of this form is published at Grants.gov.
        </p>
        <FormAnswers form={{ pages: of.pages as never }} answers={of.answers} />
      </Panel>
      <Panel title="What the rules find">
        {of.findings.length === 0 ? (
          <p>
            Nothing found. Looked at: answers that are asked, the form's arithmetic, and what the
            award and its books say. Not looked at: attached papers and the grantor's own rules.
          </p>
        ) : (
          <ul className="checks">
            {of.findings.map((one) => (
              <li key={`${one.path} ${one.message}`} className="warn">
                {one.message} <span className="text-t3">{one.source}</span>
              </li>
            ))}
          </ul>
        )}
      </Panel>
    </>
  );
}
