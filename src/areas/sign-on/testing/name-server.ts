import { createSocket } from "node:dgram";

// One TXT record of RFC 1035, 3.3.14, for whatever was asked.
const answerOf = (question: Buffer, record: string): Buffer => {
  const end = question.indexOf(0, 12) + 5;
  const text = Buffer.from(record);
  const head = Buffer.from(question.subarray(0, 12));
  head.writeUInt16BE(0x8180, 2);
  head.writeUInt16BE(1, 6);
  head.writeUInt32BE(0, 8);
  const tail = Buffer.alloc(12);
  tail.writeUInt16BE(0xc00c, 0);
  tail.writeUInt16BE(16, 2);
  tail.writeUInt16BE(1, 4);
  tail.writeUInt32BE(0, 6);
  tail.writeUInt16BE(text.length + 1, 10);
  return Buffer.concat([head, question.subarray(12, end), tail, Buffer.from([text.length]), text]);
};

/** A name server on this machine that says one thing, `record`, whatever the domain. */
export const openNames = async () => {
  const socket = createSocket("udp4", (question, { port, address }) =>
    socket.send(answerOf(question, said.record), port, address),
  );
  await new Promise<void>((done) => socket.bind(0, "127.0.0.1", done));
  const said = {
    record: "none",
    address: `127.0.0.1:${socket.address().port}`,
    close: () => void socket.close(),
  };
  return said;
};
