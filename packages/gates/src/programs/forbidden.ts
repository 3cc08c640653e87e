import { denyNote, type Program } from "./program.ts";

/** Programs that are denied whatever their arguments are, by why. */
const FORBIDDEN: readonly { readonly code: string; readonly reason: string; readonly names: string }[] = [
  {
    code: "command.privilege",
    reason: "raises rights or acts as another user",
    names: `sudo sudo-rs sudoedit sudoreplay doas dzdo pkexec run0 su runuser sg newgrp setpriv capsh setcap calife ksu kdesu kdesudo
      gksu gksudo beesu gosu su-exec chpst setuidgid userhelper machinectl visudo vipw vigr please pkttyagent pkcheck polkit-agent-helper-1`,
  },
  {
    code: "command.accounts",
    reason: "changes accounts",
    names: `useradd adduser userdel deluser usermod groupadd addgroup groupdel delgroup groupmod gpasswd passwd chpasswd chgpasswd
      newusers chsh chfn chage faillock pwconv pwunconv grpconv login sulogin newuidmap newgidmap smbpasswd realm homectl userdbctl`,
  },
  {
    code: "command.persistence",
    reason: "plans programs or services for later",
    names: `crontab at batch atq atrm atd cron crond anacron fcron fcrontab incrontab incrond systemd-run chkconfig update-rc.d rc-update
      rc-service initctl invoke-rc.d launchctl schtasks supervisord supervisorctl start-stop-daemon daemonize daemon
      systemd-tmpfiles systemd-sysusers dex pm2 forever runsv runsvdir sv svscan ssh-copy-id`,
  },
  {
    code: "command.disk",
    reason: "works on disks, partitions or mounts",
    names: `mkfs mkfs.ext2 mkfs.ext3 mkfs.ext4 mkfs.xfs mkfs.btrfs mkfs.vfat mkfs.fat mkfs.msdos mkfs.exfat mkfs.ntfs mkfs.f2fs mkfs.minix
      mkfs.bfs mkfs.cramfs mke2fs mkdosfs mkntfs mkswap fdisk sfdisk cfdisk gdisk sgdisk cgdisk fixparts parted gparted partprobe partx
      addpart delpart wipefs blkdiscard blockdev cryptsetup veritysetup integritysetup veracrypt truecrypt lvm lvcreate lvremove lvextend
      lvreduce lvresize lvchange lvconvert lvrename lvdisplay lvs lvscan pvcreate pvremove pvresize pvmove pvdisplay pvs vgcreate vgremove
      vgextend vgreduce vgchange vgrename vgdisplay vgs mdadm dmsetup dmraid losetup hdparm sdparm nvme badblocks fsck fsck.ext4 fsck.ext3
      fsck.ext2 fsck.xfs fsck.vfat fsck.btrfs e2fsck tune2fs resize2fs e2label debugfs dumpe2fs e2image xfs_repair xfs_growfs xfs_db
      xfs_admin xfs_freeze btrfs btrfstune zfs zpool zdb swapon swapoff mount umount fusermount fusermount3 pmount pumount udisksctl
      mount.cifs mount.nfs mount.fuse umount.nfs ddrescue dcfldd dc3dd dd_rescue eject sshfs bindfs unionfs gocryptfs encfs ecryptfs-mount-private
      testdisk photorec growpart kpartx multipath quotaon quotaoff setquota edquota fsfreeze fstrim swaplabel fatlabel ntfsresize ntfsfix
      smartctl sg_format nbd-client qemu-nbd guestmount guestfish isohybrid`,
  },
  {
    code: "command.namespace",
    reason: "enters or makes namespaces or another root",
    names: `unshare nsenter bwrap firejail chroot pivot_root switch_root schroot dchroot debootstrap mmdebstrap systemd-nspawn
      minijail0 nsjail proot fakechroot arch-chroot cgexec cgcreate cgset cgclassify cgdelete`,
  },
  {
    code: "command.kernel",
    reason: "changes the kernel, its modules, the start of the machine or its security",
    names: `insmod rmmod modprobe kmod depmod kexec bpftool bpftrace stap staprun setenforce semodule setsebool restorecon
      chcon semanage apparmor_parser aa-disable aa-complain aa-enforce aa-teardown auditctl ldconfig grub-install update-grub grub-mkconfig
      efibootmgr dracut update-initramfs mkinitramfs mkinitcpio bootctl fwupdmgr flashrom hwclock ntpdate chronyd adjtimex zramctl
      update-alternatives dpkg-divert dpkg-reconfigure alternatives`,
  },
  {
    code: "command.container",
    reason: "works on containers or virtual machines",
    names: `docker docker-compose dockerd docker-machine podman podman-compose podman-remote nerdctl crictl ctr containerd runc crun youki kata-runtime
      lxc lxd incus lxc-attach lxc-create lxc-destroy lxc-execute lxc-ls lxc-start lxc-stop lxc-console lxc-copy lxc-unshare lxc-usernsexec
      buildah buildkitd buildctl kaniko img kind minikube k3s k3d microk8s singularity apptainer charliecloud ch-run enroot flatpak-spawn
      distrobox distrobox-enter toolbox vagrant VBoxManage vboxmanage virsh virt-install qemu-system-x86_64 qemu-system-aarch64 qemu-img kvm
      multipass limactl colima lima systemd-vmspawn firecracker orb`,
  },
  {
    code: "command.mass_kill",
    reason: "ends processes by name or all of them",
    names: "killall killall5 pkill skill snice slay xkill",
  },
  {
    code: "command.shutdown",
    reason: "stops or suspends the machine",
    names: `shutdown reboot halt poweroff init telinit suspend pm-suspend pm-hibernate pm-powersave rtcwake s2ram s2disk
      systemd-shutdown gnome-session-quit xfce4-session-logout mate-session-save lxsession-logout`,
  },
  {
    code: "command.input",
    reason: "injects input past the gated actions",
    names: `xdotool xdo ydotool ydotoold wtype dotool dotoolc dotoold kdotool xte xvkbd xmacro xmacroplay xmacrorec xmacrorec2 xnee cnee gnee
      evemu-play evemu-event evemu-device evtest warpd keynav xbindkeys sxhkd autokey autokey-run autokey-gtk espanso
       actiona cliclick atbswp onboard florence evdev-share input-remapper-control kmonad keyd libinput`,
  },
  {
    code: "command.clipboard",
    reason: "reads or writes the clipboard past the gated actions",
    names: `xclip xsel wl-copy wl-paste pbcopy pbpaste xclipboard xcutsel autocutsel clipit copyq clipman cliphist parcellite diodon
      greenclip gpaste-client clipmenu clipmenud clipnotify clipse xclip-copyfile xclip-pastefile xclip-cutfile lemonade clip clip.exe`,
  },
  {
    code: "command.screen_capture",
    reason: "captures the screen past the screenshot filter",
    names: `scrot import maim shotgun gnome-screenshot xfce4-screenshooter mate-screenshot ksnip spectacle flameshot shutter deepin-screenshot
      lximage-qt screengrab grim slurp hyprshot grimblast wayshot xwd xwud fbgrab fbcat fbdump screenshot gnome-panel-screenshot ksnapshot byzanz-record
      byzanz-playback byzanz recordmydesktop gtk-recordmydesktop simplescreenrecorder kazam vokoscreen vokoscreenNG peek wf-recorder
      wl-screenrec gpu-screen-recorder obs obs-studio xvidcap screenkey screencapture green-recorder kooha giph menyoki`,
  },
  {
    code: "command.window_control",
    reason: "controls windows, displays or input devices past the gated actions",
    names: `wmctrl xprop xwininfo xrandr xset xinput xmodmap setxkbmap xev devilspie devilspie2 xdpyinfo xlsclients xlsatoms xsetroot xrdb
      xauth xhost xgamma xbacklight xrefresh xkbcomp xkbset xsetwacom xlock xtrlock xscreensaver xscreensaver-command xdg-screensaver i3-msg
      i3-input swaymsg bspc herbstclient hyprctl awesome-client qtile wtf chwso xcalib arandr autorandr wlr-randr
      wdisplays kscreen-doctor gnome-randr numlockx unclutter xcape xwallpaper wlrctl lswt openbox openbox-session xfwm4 metacity
      kwin_x11 kwin mutter i3 bspwm fluxbox twm jwm icewm xfconf-query`,
  },
  {
    code: "command.display_server",
    reason: "opens, shares or serves a display",
    names: `X Xorg Xvfb Xvnc Xtigervnc Xephyr Xnest Xwayland startx xinit x11vnc x0vncserver x0tigervncserver vncserver tigervncserver
      vncviewer xtigervncviewer xvncviewer vncconfig vncpasswd wayvnc xfreerdp xfreerdp3 rdesktop remmina krdc krfb vinagre vino teamviewer anydesk
      rustdesk xpra x2goclient nxclient websockify novnc guacd xrdp xrdp-sesman gnome-remote-desktop-daemon sunshine moonlight barrier synergy synergyc
      synergys input-leap deskflow waypipe spicy remote-viewer virt-viewer`,
  },
  {
    code: "command.bus",
    reason: "speaks to the desktop's own bus past the gated actions",
    names:
      "dbus-send gdbus qdbus qdbus-qt5 qdbus6 qdbus-qt6 busctl dbus-monitor dbus-daemon dbus-launch d-feet d-spy accerciser dbus-update-activation-environment",
  },
  {
    code: "command.keyring",
    reason: "opens password managers, keyrings or login keys",
    names: `pass gopass passage tessen passmenu bw bitwarden rbw op 1password lpass keepassxc keepassxc-cli keepassxc-proxy kpcli keepass keepass2
      secret-tool gnome-keyring gnome-keyring-daemon gnome-keyring-3 kwallet-query kwalletcli kwalletmanager5 kwallet5-query keyctl keyring security dashlane
      dcli enpass buttercup nordpass proton-pass pass-cli seahorse ssh-add ssh-agent gpg-agent gpg-connect-agent gpg-preset-passphrase
      gpgconf gpg-wks-client pinentry pinentry-curses pinentry-tty pinentry-gtk-2 gpgsm aws-vault saml2aws chamber vault bao infisical
      doppler teller akeyless berglas docker-credential-desktop docker-credential-secretservice docker-credential-pass docker-credential-osxkeychain
      git-credential-store git-credential-cache git-credential-manager git-credential-libsecret git-credential-gnome-keyring cmdkey hashcat john
      mimipenguin lazagne laZagne firefox_decrypt oathtool ykman age-keygen`,
  },
  {
    code: "command.raw_socket",
    reason: "opens raw sockets, listeners or tunnels",
    names: `nc ncat netcat nc.openbsd nc.traditional ncat.traditional netcat-openbsd socat socat1 telnet telnet-ssl telnet.netkit inetutils-telnet cryptcat pwncat pwncat-cs
      sbd dbd ucspi-tcp tcpclient tcpserver websocat wscat chisel ngrok cloudflared frpc frps bore lt localtunnel gost stunnel stunnel4 sslh
      tor torify torsocks proxychains proxychains4 sshuttle autossh mosh mosh-server mosh-client revsocks ligolo ligolo-ng iodine iodined
      dns2tcpc dns2tcpd dnscat dnscat2 ptunnel ptunnel-ng httptunnel htc hts msfvenom msfconsole msfd meterpreter rlogin rsh rexec rcp pagekite zrok
      tailscale tailscaled wg wg-quick wireguard-go openvpn zerotier-cli zerotier-one hping hping3 nping scapy masscan zmap tcpdump tshark
      dumpcap wireshark ettercap bettercap arpspoof responder mitmproxy mitmdump mitmweb burpsuite redir rinetd simpleproxy tinyproxy squid
      microsocks danted sockd 3proxy privoxy haproxy envoy nncp-daemon croc wormhole magic-wormhole ffsend localsend inlets telebit serveo
      expose rathole nps npc goproxy ssf ew earthworm yggdrasil nebula slirp4netns pasta passt nbtscan responder.py evil-winrm winexe psexec.py`,
  },
  {
    code: "command.listen",
    reason: "listens for connections",
    names: `httpd nginx apache2 apache2ctl apachectl lighttpd caddy darkhttpd thttpd mini_httpd webfsd boa http-server live-server
      json-server simple-http-server miniserve dufs static-web-server sws dnsmasq named unbound coredns sshd dropbear tinysshd in.telnetd telnetd
      in.ftpd ftpd vsftpd proftpd pure-ftpd tftpd in.tftpd atftpd uftpd pyftpdlib smbd nmbd nfsd rpcbind inetd xinetd redis-server postgres postmaster
      mysqld mysqld_safe mariadbd mongod memcached etcd consul nats-server rabbitmq-server mosquitto elasticsearch influxd prometheus grafana-server
      minio gunicorn uvicorn hypercorn daphne waitress-serve uwsgi puma unicorn thin webrick rackup ttyd gotty wetty shellinaboxd tmate
      code-server openvscode-server sshx upterm teleconsole gdbserver lldb-server twistd jupyter-notebook jupyter-lab jupyter-server smtpd postfix exim4 dovecot snmpd ntpd
      bluetoothd avahi-daemon avahi-publish cupsd pulseaudio icecast2 rtsp-simple-server mediamtx php-fpm fcgiwrap spawn-fcgi`,
  },
  {
    code: "command.firewall",
    reason: "changes the network's setup",
    names: `iptables iptables-save iptables-restore iptables-legacy iptables-nft ip6tables ip6tables-save ip6tables-restore nft ufw firewall-cmd
      firewalld ipset ebtables arptables tc ifup ifdown ifenslave brctl ovs-vsctl dhclient dhcpcd wpa_supplicant wpa_cli ethtool vconfig
      tunctl openvswitch rfkill macchanger bridge ipvsadm conntrack resolvconf shorewall fail2ban-client`,
  },
  {
    code: "command.process_memory",
    reason: "reads or changes other processes' memory",
    names:
      "gcore reptyr injcode frida frida-trace frida-inject dlinject memdump volatility procdump scanmem gameconqueror crash makedumpfile py-spy rbspy pyrasite pyrasite-shell",
  },
  {
    code: "command.bomb",
    reason: "exhausts the machine",
    names: "stress stress-ng sysbench cpuburn burnP6 memtester prime95 mprime bonnie++ iozone fio",
  },
  {
    code: "command.option_exec",
    reason: "is a loader that runs any file",
    names: `ld.so ld-linux.so.2 ld-linux-x86-64.so.2 ld-linux-aarch64.so.1 ld-linux-armhf.so.3 ld-musl-x86_64.so.1 ld-musl-aarch64.so.1
      ld-2.31.so ld-2.36.so coreutils git-shell rssh`,
  },
  {
    code: "command.logs",
    reason: "removes records of what happened",
    names: "logrotate savelog utmpdump bleachbit sweeper srm sfill sswap smem wipe nwipe secure-delete sdmem scrub",
  },
];

export const forbiddenPrograms: ReadonlyMap<string, Program> = new Map(
  FORBIDDEN.flatMap(({ code, reason, names }) => {
    const effects = [denyNote(code, reason)];
    return names
      .split(/\s+/)
      .filter((name) => name !== "")
      .map((name): [string, Program] => [name, () => effects]);
  }),
);
