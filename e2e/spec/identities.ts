import type { Person } from "../people.ts";
import { password, stranger, url } from "../people.ts";
import type { SpecRole } from "./routes.ts";

const post = async <T>(path: string, body: unknown): Promise<T> =>
  (
    await fetch(`${url}${path}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
    })
  ).json() as Promise<T>;

/** Opens a window that is signed in already, by the answer of the token endpoint. */
const enterWith = async (
  session: unknown,
  options: Parameters<typeof stranger>[0] = {},
): Promise<Person> => {
  const person = await stranger(options);
  await person.context.addInitScript((text) => {
    if (!sessionStorage.getItem("entered")) {
      sessionStorage.setItem("entered", "1");
      localStorage.setItem("levee.session", text);
    }
  }, JSON.stringify(session));
  return person;
};

/** A demo account, or one by its address, without the sign-in screen. */
export const enter = async (
  name: string,
  options: Parameters<typeof stranger>[0] = {},
): Promise<Person> => ({
  ...(await enterWith(
    await post("/auth/v1/token", {
      grant_type: "password",
      email: name.includes("@") ? name : `${name}@demo.levee.test`,
      password,
    }),
    options,
  )),
  name,
});

/** Somebody who signed up a moment ago and belongs to no agency; by an address of their own choice. */
export const enterNewcomer = async (
  email = `newcomer${Date.now()}@people.test`,
  options: Parameters<typeof stranger>[0] = {},
): Promise<Person> => {
  const inbox = `${crypto.randomUUID()}${crypto.randomUUID()}`;
  await post("/auth/v1/sign-up", { email, password, demo_inbox: inbox });
  for (let tries = 0; tries < 50; tries++) {
    const { items } = (await (
      await fetch(`${url}/api/v1/demo-mail`, { headers: { "x-levee-inbox": inbox } })
    ).json()) as { items: { link: string | null }[] };
    const token = items[0]?.link && new URL(items[0].link, url).searchParams.get("token_hash");
    if (token)
      return enterWith(
        await post("/auth/v1/verify", { type: "signup", token_hash: token }),
        options,
      );
    await new Promise((done) => setTimeout(done, 200));
  }
  throw new Error("no confirming letter came");
};

/**
 * Everybody whom the guards must know: name, role by the specification (null = nobody signed in),
 * and the way in.
 */
export const identities: readonly {
  name: string;
  role: SpecRole | null;
  come: () => Promise<Person>;
}[] = [
  { name: "anonymous", role: null, come: () => stranger() },
  { name: "user", role: "user", come: () => enter("user") },
  { name: "manager", role: "manager", come: () => enter("manager") },
  { name: "admin", role: "admin", come: () => enter("admin") },
  { name: "platform_admin", role: "platform_admin", come: () => enter("platform") },
  { name: "vendor user", role: "user", come: () => enter("vendor1") },
  { name: "person without an agency", role: "user", come: () => enterNewcomer() },
];
