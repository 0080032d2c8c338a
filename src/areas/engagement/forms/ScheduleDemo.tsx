import { Island } from "#web/site/Island.tsx";
import { AskPage } from "./AskPage.tsx";
import ScheduleForm from "./ScheduleForm.tsx";

export default function ScheduleDemo() {
  return (
    <AskPage
      title="Choose a time for your demo"
      lead="Free half hours of the next three weeks, shown in your own time zone."
      form={
        <>
          <Island name="schedule" of={ScheduleForm} props={{}} wake="visible" />
          <noscript>
            <p className="text-t2">
              Choosing a time needs a script. <a href="/request-demo">Request a demo</a> works
              without one.
            </p>
          </noscript>
        </>
      }
    >
      <ol>
        <li>
          <b>Booked at once.</b> The letter has it for your calendar (.ics), and a link to cancel.
        </li>
        <li>
          <b>Never twice.</b> Two people cannot get the same half hour.
        </li>
      </ol>
    </AskPage>
  );
}
