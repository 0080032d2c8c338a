import { areas } from "./areas.ts";
import type { AreaServer } from "#server/area.ts";

const load = async (name: string): Promise<AreaServer> => {
  const door = (await import(`./areas/${name}/${name}.server.ts`)) as { default?: AreaServer };
  if (door.default?.name !== name)
    throw new Error(`${name}.server.ts does not export defineArea({ name: "${name}" }) as default`);
  return door.default;
};

const loaded: AreaServer[] = [];
for (const { name } of areas) loaded.push(await load(name));

/** What the server mounts of every area, in the order of `areas.ts`. */
export const areaServers: readonly AreaServer[] = loaded;
