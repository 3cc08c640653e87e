import { describe, expect, it } from "vitest";
import { parsePeer, peerFault } from "./peer.ts";

const faultOf = (text: string) => peerFault(parsePeer(text));

describe("the other end of a connection", () => {
  it.each([
    "http://169.254.169.254/latest/meta-data/",
    "169.254.169.254",
    "http://169.254.170.2/v2/credentials",
    "http://2852039166/",
    "http://0xa9fea9fe/",
    "http://0xA9.0xFE.0xA9.0xFE/",
    "http://0251.0376.0251.0376/",
    "http://025177524776/",
    "http://169.16689662/",
    "http://169.254.43518/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::ffff:a9fe:a9fe]:80/x",
    "http://[0:0:0:0:0:ffff:a9fe:a9fe]/",
    "http://[::169.254.169.254]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[fd00:ec2::254]/latest",
    "http://[FD00:0EC2:0:0:0:0:0:254]/",
    "http://[fe80::1%25eth0]/",
    "http://metadata.google.internal/computeMetadata/v1/",
    "http://Metadata.Google.Internal./x",
    "http://metadata/x",
    "http:169.254.169.254",
    "http:/169.254.169.254/",
    "http:///169.254.169.254/latest",
    "http:\\\\169.254.169.254\\latest",
    "HTTP:/\\169.254.169.254",
    "http://169\u3002254\u3002169\u3002254/",
    "http://169\uff0e254\uff61169.254/",
    "http://user:pw@169.254.169.254:80/x",
    "http://example.org@169.254.169.254/",
    "http://100.100.100.200/latest",
    "http://168.63.129.16/machine",
    "http://169.254.169.254.nip.io/",
    "http://169-254-169-254.sslip.io/",
    "http://１６９.254.169.254/",
    "user@169.254.169.254:/x",
  ])("%s is a metadata address", (text) => {
    expect(faultOf(text)).toBe("metadata");
  });
  it.each([
    ["http://localhost:2375/containers/json", "control"],
    ["127.0.0.1:9222", "control"],
    ["http://127.1:9229/json", "control"],
    ["http://[::1]:2375/", "control"],
    ["gopher://example.org:6379/_x", "raw"],
    ["file:///etc/passwd", "file"],
    ["http+unix://%2Fvar%2Frun%2Fdocker.sock/x", "raw"],
    ["http://%zz/", "raw"],
  ])("%s is %s", (text, fault) => {
    expect(faultOf(text)).toBe(fault);
  });
  it.each([
    "https://docs.example.org/a?b=169.254.169.254",
    "http://localhost:3000/",
    "https://[2001:db8::1]:8443/x",
    "deploy@files.example.net:/var/www/",
    "rsync.example.org::module/path",
    "203.0.113.9:443",
    "2001:db8::5",
    "example.org",
    "origin",
  ])("%s is an ordinary one", (text) => {
    expect(faultOf(text)).toBeNull();
  });
});
