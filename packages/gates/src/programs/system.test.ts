import { describe, expect, it } from "vitest";
import { PROGRAMS_B } from "./groups-b.ts";
import { showEffects } from "./show-effects.ts";

const show = (line: string) => showEffects(PROGRAMS_B, line);

describe("processes, services and windows that are questions", () => {
  it.each([
    ["kill -l", "allow"],
    ["kill 123", "ask"],
    ["kill -TERM 123 124", "ask"],
    ["kill -9 123", "ask"],
    ["kill -s KILL 123", "ask"],
    ["kill -0 123", "ask"],
    ["kill %1", "ask"],
    ["kill -- 123", "ask"],
    ["systemctl status x", "ask"],
    ["systemctl --user list-units", "ask"],
    ["service x status", "ask"],
    ["journalctl -u x -n 20", "ask"],
    ["journalctl --file=/var/x", "ask read:/var/x"],
    ["dmesg", "ask"],
    ["sysctl kernel.x", "ask"],
    ["hostnamectl", "ask"],
    ["timedatectl show", "ask"],
    ["top -b -n1", "ask"],
    ["htop", "ask"],
    ["tmux ls", "ask"],
    ["tmux new-session -d -s x 'ls -l'", "ask script:[ls -l]"],
    ["screen -dmS x ls -l", "ask run:[ls -l]"],
    ["gdb -batch -ex bt ./prog", "ask codeFile:"],
    ["firefox https://a.example", "ask connect:https://a.example"],
    ["firefox /etc/passwd", "ask read:/etc/passwd"],
    ["xdg-open a.pdf", "ask read:a.pdf"],
    ["xterm -e rm -rf x", "ask run:[rm -rf x]"],
    ["gnome-terminal -- rm -rf x", "ask run:[rm -rf x]"],
    ["xfce4-terminal -e 'rm -rf x'", "ask script:[rm -rf x]"],
    ["xterm", "ask"],
    ["gsettings get a b", "ask"],
    ["gio trash a", "ask delete:a"],
    ["ffmpeg -i a.mp4 -c copy /tmp/b.mp4", "ask read:a.mp4 write:/tmp/b.mp4"],
    ["ffmpeg -y -i https://a.example/x b.mp4", "ask connect:https://a.example/x write:b.mp4"],
    ["convert a.png -resize 50% b.png", "ask read:a.png write:b.png"],
    ["magick a.png b.png", "ask read:a.png write:b.png"],
    ["identify a.png", "ask read:a.png"],
    ["eog /etc/x.png", "ask read:/etc/x.png"],
  ])("%s", (line, expected) => expect(show(line)).toBe(expected));
});

describe("what is always denied", () => {
  it.each(
    `sudo ls|sudo -u x ls|doas ls|su -c id|pkexec ls|runuser -u x id|sg x id|newgrp x|setpriv --help|capsh --print|setcap x y|visudo|usermod -aG sudo agent|useradd x|passwd|chsh -s /tmp/x|
    crontab -|crontab -e|at now|batch|systemctl enable x|systemctl --user start x|systemctl daemon-reload|systemctl poweroff|systemd-run ls|loginctl enable-linger|update-rc.d x enable|service x start|
    mkfs.ext4 /dev/sda|fdisk -l|parted /dev/sdb mklabel gpt|wipefs -a /dev/sda|mount /dev/sda /mnt|umount /mnt|swapoff -a|losetup -f x|cryptsetup open x y|lvcreate x|mdadm x|sshfs h:/ m|
    unshare -r ls|nsenter -t 1 ls|bwrap ls|chroot / ls|firejail ls|systemd-nspawn x|insmod x.ko|modprobe x|rmmod x|kexec -l x|sysctl -w a=b|sysctl a=b|
    docker ps|docker run -v /:/x alpine|podman run x|nerdctl ps|kubectl exec x -- sh|kubectl run x|kubectl port-forward x 80|kubectl get secret x -o yaml|kubectl get secrets|lxc list|buildah bud|crictl ps|
    killall x|pkill -u agent|pkill x|skill x|kill -1|kill -9 -1|kill -1 5|kill 0|kill -9 -123|kill -- -5|kill $x|kill -9 $x|kill -$x 5|kill -s $x 5|kill|fuser -k 80/tcp|fuser -ki x|
    shutdown now|reboot|halt|poweroff|init 0|telinit 6|
    xdotool key a|ydotool type x|wtype x|xte 'key a'|dotool|xclip -o|xsel -b|wl-copy x|wl-paste|pbcopy|scrot x.png|import -window root /tmp/w.png|maim x|gnome-screenshot|xwd -root|grim x|byzanz-record x|
    recordmydesktop|wmctrl -l|xprop -root|xkill|xrandr -q|xset q|xinput list|xmodmap x|setxkbmap x|x11vnc|vncviewer h|xev|xwininfo -root|devilspie|dbus-send x|gdbus call x|busctl list|qdbus|i3-msg x|
    ffmpeg -f x11grab -i :0 x.mp4|ffmpeg -i :0.0 x.mp4|ffmpeg -f kmsgrab -i - x|convert x:root a.png|magick import a.png|magick x: a.png|gm import a.png|gst-launch-1.0 ximagesrc|arecord x.wav|
    chromium --remote-debugging-port=9222|google-chrome --remote-debugging-pipe|firefox --remote-debugging-port 9222|firefox --marionette|chromium --gpu-launcher=x|chromium --renderer-cmd-prefix=id|geckodriver|
    pass show x|bw get password bank|op item get x|lpass show x|keepassxc-cli show x|secret-tool lookup a b|gopass show x|keyctl list @u|security find-generic-password|ssh-add -L|gpg-connect-agent x|vault read x|
    gcore 123|gdb -p 123|gdb prog 123|gdb -batch -ex 'shell id' x|gdb -ex '!id'|gdb -x cmds prog|lldb -o 'platform shell id'|gdb --eval-command='python print(1)'|reptyr 5|
    stress -c 4|stress-ng --vm 4|tmux send-keys id Enter|tmux run-shell id|tmux -f x new|screen -X stuff id|screen -S x -X stuff id|iptables -F|nft flush ruleset|ufw disable|hostnamectl set-hostname x|timedatectl set-time x|
    dmesg -C|journalctl --vacuum-time=1s|journalctl --rotate|gsettings set a b c|dconf write /a 1|xdg-mime default x y|ld.so ./x|/x`
      .replace("|/x", "")
      .split("|")
      .map((line) => line.trim())
      .filter((line) => line !== ""),
  )("%s", (line) => expect(show(line)).toMatch(/^deny/));
});
