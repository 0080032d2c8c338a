import { statfs } from "node:fs/promises";
import { performance } from "node:perf_hooks";
import type { Config } from "../config.ts";
import { storageTrouble } from "../operation/storage.ts";
import type { Figure } from "./figures.ts";

const single = (
  name: string,
  help: string,
  type: "counter" | "gauge",
  value: number | null,
): Figure => ({ name, help, type, samples: value === null ? [] : [{ value }] });

/** What this process uses, without its database. */
export const processFigures = (): Figure[] => {
  const cpu = process.cpuUsage();
  const memory = process.memoryUsage();
  const { active } = performance.eventLoopUtilization();
  return [
    single(
      "process_cpu_seconds_total",
      "CPU time of this instance, without its database.",
      "counter",
      (cpu.user + cpu.system) / 1e6,
    ),
    single("process_resident_memory_bytes", "Resident memory.", "gauge", memory.rss),
    single("nodejs_heap_used_bytes", "Used heap.", "gauge", memory.heapUsed),
    single(
      "process_start_time_seconds",
      "When the process began, Unix time.",
      "gauge",
      Math.round(performance.timeOrigin) / 1000,
    ),
    single(
      "nodejs_eventloop_active_seconds_total",
      "Time in which the main thread was busy; its rate is how full it is, 0 to 1.",
      "counter",
      Number((active / 1000).toFixed(3)),
    ),
  ];
};

const roomOf = async (folder: string) => {
  try {
    const { bavail, blocks, bsize } = await statfs(folder);
    return { free: Number(bavail) * Number(bsize), size: Number(blocks) * Number(bsize) };
  } catch {
    return null;
  }
};

/** The disks that this instance writes to, and whether the storage of files answers it. */
export const diskFigures = async (
  config: Pick<Config, "LEVEE_DATA_DIR" | "LEVEE_BACKUP_DIR" | "files">,
): Promise<Figure[]> => {
  const folders = [
    ["data", config.LEVEE_DATA_DIR],
    ["files", config.files],
    ["backup", config.LEVEE_BACKUP_DIR],
  ] as const;
  const rooms = await Promise.all(
    folders.map(async ([folder, path]) => ({ folder, room: path ? await roomOf(path) : null })),
  );
  const told = rooms.flatMap(({ folder, room }) => (room ? [{ labels: { folder }, ...room }] : []));
  return [
    {
      name: "levee_disk_free_bytes",
      help: "Free room on the disk of a folder of this instance.",
      type: "gauge",
      samples: told.map(({ labels, free }) => ({ labels, value: free })),
    },
    {
      name: "levee_disk_size_bytes",
      help: "Size of that disk.",
      type: "gauge",
      samples: told.map(({ labels, size }) => ({ labels, value: size })),
    },
    single(
      "levee_files_up",
      "1 while the storage of files answers this instance.",
      "gauge",
      storageTrouble() === null ? 1 : 0,
    ),
  ];
};
