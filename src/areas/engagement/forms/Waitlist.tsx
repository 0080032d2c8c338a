import { Island } from "#web/site/Island.tsx";
import { AskPage } from "./AskPage.tsx";
import WaitlistForm from "./WaitlistForm.tsx";

export default function Waitlist() {
  return (
    <AskPage
      title="Join the waitlist"
      lead="Levee is open source: you can run it today. The waitlist is for agencies that want it run for them."
      form={<Island name="waitlist" of={WaitlistForm} props={{}} />}
    >
      <ol>
        <li>
          <b>Now.</b> We write to confirm your place.
        </li>
        <li>
          <b>When your turn comes.</b> You get an empty agency, ready for your chart of accounts,
          and a person to call.
        </li>
        <li>
          <b>Until then.</b> Nothing else: no newsletter, no third party.
        </li>
      </ol>
    </AskPage>
  );
}
