import { Island } from "#web/site/Island.tsx";
import { AskPage } from "./AskPage.tsx";
import DemoForm from "./DemoForm.tsx";

export default function RequestDemo() {
  return (
    <AskPage
      title="Request a demo"
      lead="Half an hour with your own question: a purchase of yours from the need to the payment, and the file that proves it."
      form={<Island name="demo" of={DemoForm} props={{}} />}
    >
      <ol>
        <li>
          <b>Bring a real case.</b> An invoice that did not match, a purchase that an auditor asked
          about.
        </li>
        <li>
          <b>See it done.</b> In the product, not on slides.
        </li>
        <li>
          <b>In a hurry?</b> <a href="/schedule-demo">Choose a time yourself</a>, or{" "}
          <a href="/nyc-aging-demo">try the demo agency</a>.
        </li>
      </ol>
    </AskPage>
  );
}
