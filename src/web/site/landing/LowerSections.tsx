import { MatchPicture } from "./MatchPicture.tsx";
import { questions } from "./questions.ts";
import { StripPicture } from "./StripPicture.tsx";

const scenarios = [
  {
    who: "Priya Nair, road crew coordinator",
    text: "The culvert washed out on a Sunday. I said what I needed and for when; the screen told me which method the amount allows and which section says so. By Monday noon it was with my manager, with the money already held.",
  },
  {
    who: "Alan Petrov, accounts payable",
    text: "A pump rental came in 8.3% above its order. I did not look for it: the invoice stopped at that line, named the difference, and waited for the person who could answer. The other two lines were fine.",
  },
  {
    who: "Audrey Kim, internal auditor",
    text: "I asked for one purchase and got one file. On my own laptop the verifier said that it holds. I changed a single byte, and it named the entry that no longer did.",
  },
] as const;

function Features() {
  return (
    <section id="features" className="lower" aria-labelledby="features-title">
      <h2 id="features-title">Made for the people who sign</h2>
      <div className="feature">
        <div>
          <h3>Differences are found, named and owned</h3>
          <p>
            An invoice is compared with its order and with what was received, line by line, over all
            invoices of the order. A saving on one line never hides an overcharge on another. What
            does not fit has an owner and waits.
          </p>
          <a href="/products#invoices-and-match">How the match works</a>
        </div>
        <MatchPicture />
      </div>
      <div className="feature feature-turned">
        <div>
          <h3>A balance is the sum of its entries</h3>
          <p>
            Asking holds the money, ordering commits it, the invoice spends it. Each of these is an
            entry that stays. The balance that stops an overspend is the one that you see.
          </p>
          <a href="/solutions/government-procurement">From budget to payment</a>
        </div>
        <StripPicture />
      </div>
    </section>
  );
}

function Testimonials() {
  return (
    <section className="lower" aria-labelledby="scenarios-title">
      <h2 id="scenarios-title">Three days at the demo agency</h2>
      <p className="lede">
        Scenarios of Carver County, the agency in our demo. Its people are made up; what the product
        does in them is not: sign in to the demo and see the same records.
      </p>
      <div className="scenarios">
        {scenarios.map(({ who, text }) => (
          <figure key={who}>
            <blockquote>{text}</blockquote>
            <figcaption>
              {who}
              <span>Scenario, demo agency</span>
            </figcaption>
          </figure>
        ))}
      </div>
    </section>
  );
}

function Contact() {
  return (
    <section id="contact" className="lower closing" aria-labelledby="contact-title">
      <div>
        <h2 id="contact-title">See it with your own purchase</h2>
        <p>
          Bring one file that gave an auditor trouble. We walk it through with you, and tell you
          what does not work yet.
        </p>
      </div>
      <div className="hero-actions">
        <a className="btn btn-primary" href="/contact">
          Contact Sales
        </a>
        <a className="btn" href="/auth">
          Start Free Trial
        </a>
      </div>
    </section>
  );
}

function Questions() {
  return (
    <section className="lower" aria-labelledby="questions-title">
      <h2 id="questions-title">Questions</h2>
      <div className="questions">
        {questions.map(({ question, answer }) => (
          <details key={question}>
            <summary>{question}</summary>
            <p>{answer}</p>
          </details>
        ))}
      </div>
    </section>
  );
}

/**
 * Features, contact and testimonials (SPEC 2.1): in the HTML from the start; with script they show
 * a second after the page, at once when the address names one.
 */
export function LowerSections() {
  return (
    <div className="later">
      <Features />
      <Testimonials />
      <Questions />
      <Contact />
    </div>
  );
}
