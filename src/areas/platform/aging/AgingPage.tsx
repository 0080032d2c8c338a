import { Island } from "#web/site/Island.tsx";
import { AgingDemo } from "./AgingDemo.tsx";

export default function AgingPage() {
  return (
    <>
      <div className="page-head">
        <h1>A city aging department, to try</h1>
        <p>
          Four people with four roles, ten programs, four departments. All of it is made up;
          everything you do in it is real and stays for the others who try it.
        </p>
      </div>
      <Island name="aging" of={AgingDemo} props={{}} wake="visible" />
    </>
  );
}
