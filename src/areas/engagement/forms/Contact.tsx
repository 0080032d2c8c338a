import { Island } from "#web/site/Island.tsx";
import { AskPage } from "./AskPage.tsx";
import ContactForm from "./ContactForm.tsx";

export default function Contact() {
  return (
    <AskPage
      title="Contact us"
      lead="Write what you need. A person reads it and answers within two working days."
      form={<Island name="contact" of={ContactForm} props={{}} />}
    >
      <ul className="plain">
        <li>
          Found a weakness? Choose <b className="font-medium text-t1">A security concern</b>, or see{" "}
          <a href="/.well-known/security.txt">security.txt</a>.
        </li>
        <li>
          Something hard to use with a keyboard, a reader or at 200 %? Choose{" "}
          <b className="font-medium text-t1">Accessibility</b>; the{" "}
          <a href="/accessibility">state of conformance</a> names what we know.
        </li>
        <li>
          How something works stands in the <a href="/documentation">documentation</a>.
        </li>
      </ul>
    </AskPage>
  );
}
