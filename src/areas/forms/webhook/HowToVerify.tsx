import { Dialog } from "#web/kit/overlays.tsx";

const samples = [
  {
    language: "JavaScript",
    code: `import { Webhook } from "standardwebhooks";

// raw: the body as it came, before anything parses it
const event = new Webhook(process.env.LEVEE_SECRET).verify(raw, request.headers);`,
  },
  {
    language: "Python",
    code: `from standardwebhooks import Webhook

event = Webhook(os.environ["LEVEE_SECRET"]).verify(request.get_data(), request.headers)`,
  },
  {
    language: "C#, without a library",
    code: `var key = Convert.FromBase64String(secret["whsec_".Length..]);
var signed = $"{id}.{timestamp}.{raw}"; // webhook-id, webhook-timestamp, the body as it came
var mine = "v1," + Convert.ToBase64String(HMACSHA256.HashData(key, Encoding.UTF8.GetBytes(signed)));
var holds = signatures.Split(' ').Any(each => CryptographicOperations.FixedTimeEquals(
    Encoding.UTF8.GetBytes(each), Encoding.UTF8.GetBytes(mine)));`,
  },
];

/** How whoever runs a receiver makes sure that a message is ours, and takes it once. */
export function HowToVerify({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      onClose={onClose}
      title="How receivers verify"
      description="Messages are signed by Standard Webhooks 1.0; libraries exist for most languages."
      className="dialog dialog-wide"
    >
      <div className="grid gap-4">
        <ul className="grid list-disc gap-1 pl-5">
          <li>
            Verify the signature over the body as it came. While a secret rotates there are two.
          </li>
          <li>Refuse a webhook-timestamp that is more than five minutes away.</li>
          <li>
            Keep the webhook-id and take each one once: a message may come twice, and does so when
            it is sent again by hand (levee-replay: true).
          </li>
          <li>Answer 2xx within 20 seconds, and work afterwards. 410 ends the endpoint.</li>
          <li>
            The body names the record. Read the record itself through the API, under your own
            rights.
          </li>
        </ul>
        {samples.map(({ language, code }) => (
          <section key={language} className="grid gap-1">
            <h3>{language}</h3>
            <pre className="overflow-auto rounded border border-hair p-3 text-12" tabIndex={0}>
              {code}
            </pre>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
